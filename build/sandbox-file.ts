/**
 * Writes `dist/sandbox.mjs`: the sandbox and the recipes in one file that needs Node.js alone. It is a part of a release beside the archive of the
 * browser's files, and not of the npm package.
 */
import { readFileSync } from 'node:fs';
import { build } from 'vite';

/** Files with the licences of the code in the file. */
const LICENCES = {
  vaultlink: 'LICENSE',
  hono: 'node_modules/hono/LICENSE',
  '@hono/node-server': 'node_modules/@hono/node-server/LICENSE',
  jose: 'node_modules/jose/LICENSE.md',
  zod: 'node_modules/zod/LICENSE',
};

const CONDITIONS = ['vaultlink-source', 'node', 'import', 'default'];

/** Builds `sandbox.mjs` from the sources and the built files of the browser, and writes it into a folder. */
export async function writeSandboxFile(folder: string): Promise<void> {
  const licences = Object.entries(LICENCES).map(
    ([name, file]) => `${name}\n\n${readFileSync(file, 'utf8').trim()}`,
  );
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: CONDITIONS },
    ssr: { noExternal: true, resolve: { conditions: CONDITIONS } },
    build: {
      ssr: 'build/sandbox-program.ts',
      target: 'node22',
      outDir: folder,
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        output: {
          codeSplitting: false,
          entryFileNames: 'sandbox.mjs',
          postBanner: `/*\n${licences.join('\n\n')}\n*/`,
        },
      },
    },
  });
}

if (import.meta.main) await writeSandboxFile('dist');
