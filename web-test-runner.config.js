import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { ENGINE, playwrightShell } from './test/support/engines.ts';
import { recordReporter } from './test/runner/reporters/elements.ts';
import { timeLimitMs } from './test/support/fuzz.ts';
import { webkitLauncher } from './test/webkit-for-playwright/index.ts';

const { FUZZ_SEED, FUZZ_TIMES } = process.env;

function launcher() {
  if (ENGINE === 'webkit') return webkitLauncher();
  return playwrightLauncher({ product: ENGINE, launchOptions: playwrightShell(ENGINE) });
}

/** The modules of the parts that the script tag loads. */
const PARTS = {
  token: 'endlink/token-part',
  relay: 'endlink/relay',
  'dry-run': 'endlink/dry-run',
  'blocked-storage': 'endlink/blocked-storage',
  frames: 'endlink/frames',
  fill: 'endlink/fill',
  'script-navigation': 'endlink/script-navigation',
  diagnostics: 'endlink/diagnostics',
  elements: 'elements/elements-part',
};

/** Serves each part of the script tag from its source, under the name of the built file. */
const builtParts = {
  name: 'built-parts',
  serve({ path }) {
    const [, name] = /^\/parts\/vaultlink-([a-z-]+)\.js$/.exec(path) ?? [];
    return PARTS[name] && `export * from '/src/browser/${PARTS[name]}.ts';`;
  },
};

/** Serves the script tag from its source, under the name of the built file. Another query is another copy. */
const builtTag = {
  name: 'built-tag',
  serve: ({ path, search }) =>
    path === '/tag/vaultlink.js' ? `import '/src/browser/loader.ts${search}';` : undefined,
};

/** A service whose page never comes, so that the page that redirects to it stays. */
const withoutContent = async (context, next) => {
  if (!context.path.startsWith('/without-content/')) return next();
  context.status = 204;
};

/** Lets a frame without an origin load modules. */
const forOpaqueOrigins = (context, next) => {
  if (context.get('origin') === 'null') context.set('access-control-allow-origin', 'null');
  return next();
};

export default {
  files: 'test/browser/**/*.test.ts',
  nodeResolve: { exportConditions: ['production', 'browser'] },
  middleware: [withoutContent, forOpaqueOrigins],
  plugins: [
    builtTag,
    builtParts,
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: 'src/browser/tsconfig.json',
      // What repeats a run of the properties; see test/support/fuzz.ts.
      define: { 'globalThis.process': JSON.stringify({ env: { FUZZ_SEED, FUZZ_TIMES } }) },
    }),
  ],
  browsers: [launcher()],
  // What never comes fails a test, not what is slow to come on a busy machine.
  browserStartTimeout: 120_000,
  testsFinishTimeout: 5 * timeLimitMs(),
  reporters: [defaultReporter(), recordReporter()],
  testFramework: { config: { timeout: timeLimitMs() } },
};
