import { installFolder } from '../../build/install-folder.ts';

// Nothing leaves this machine: neither what was run nor a question about newer versions.
process.env.ASTRO_TELEMETRY_DISABLED = '1';
process.env.ASTRO_DISABLE_UPDATE_CHECK = 'true';

const root = import.meta.dirname;
const port = Number(process.env.PORT ?? 4321);

installFolder('docs/site');
const { build, dev, preview } = await import('astro');

/** `node docs/site/run.ts build | dev | preview`. */
switch (process.argv[2]) {
  case 'build':
    await build({ root, logLevel: 'warn' });
    break;
  case 'dev':
    await dev({ root, server: { port } });
    break;
  case 'preview':
    await preview({ root, server: { port } });
    break;
  default:
    console.error('node docs/site/run.ts build | dev | preview');
    process.exitCode = 2;
}
