import { defineConfig } from '@playwright/test';

/** Runs flows that fail on purpose, without a browser. */
export default defineConfig({
  testMatch: 'failures.ts',
  outputDir: '../../../.cache/planted-failures',
  reporter: './reporter.ts',
});
