import { defineConfig } from '@playwright/test';
import { ENGINE, playwrightBrowser } from './test/support/engines.ts';

const { browserName, launchOptions } = playwrightBrowser(ENGINE);

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A flow that only Chromium can show says so, and why.
  ...(browserName === 'firefox' && { grepInvert: /@chromium/ }),
  timeout: 30_000,
  reporter: [
    ['list'],
    ['./test/support/playwright-counts.ts'],
    ['./test/support/faults-reporter.ts'],
  ],
  use: {
    locale: 'en-GB',
    browserName,
    launchOptions: {
      ...launchOptions,
      // Playwright turns Chromium's back/forward cache off; a seller's browser has it.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    },
    trace: 'retain-on-failure',
  },
});
