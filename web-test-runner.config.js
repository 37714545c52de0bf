import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { findBrowser } from './test/support/find-browser.ts';
import { countsReporter } from './test/support/wtr-counts.ts';

export default {
  files: 'test/browser/**/*.test.ts',
  nodeResolve: { exportConditions: ['production', 'browser'] },
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: 'src/browser/tsconfig.json' })],
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: { executablePath: findBrowser().executablePath },
    }),
  ],
  // A busy machine takes its time to open a page.
  browserStartTimeout: 120_000,
  reporters: [defaultReporter(), countsReporter()],
  testFramework: { config: { timeout: 10_000 } },
};
