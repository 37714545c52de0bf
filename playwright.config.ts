import { defineConfig } from '@playwright/test';
import { findBrowser } from './test/support/find-browser.ts';

const { executablePath } = findBrowser();

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 30_000,
  reporter: [['list'], ['./test/support/playwright-counts.ts']],
  use: {
    locale: 'en-GB',
    launchOptions: {
      executablePath,
      // Playwright turns the back/forward cache off; a seller's browser has it.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    },
    trace: 'retain-on-failure',
  },
});
