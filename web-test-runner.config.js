import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { ENGINE, playwrightBrowser } from './test/support/engines.ts';
import { timeLimitMs } from './test/support/fuzz.ts';
import { countsReporter } from './test/support/wtr-counts.ts';
import { webkitLauncher } from './test/webkit-for-playwright/index.ts';

const { FUZZ_SEED, FUZZ_TIMES } = process.env;

function launcher() {
  if (ENGINE === 'webkit') return webkitLauncher();
  const { browserName: product, launchOptions } = playwrightBrowser(ENGINE);
  return playwrightLauncher({ product, launchOptions });
}

export default {
  files: 'test/browser/**/*.test.ts',
  nodeResolve: { exportConditions: ['production', 'browser'] },
  plugins: [
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
  reporters: [defaultReporter(), countsReporter()],
  testFramework: { config: { timeout: timeLimitMs() } },
};
