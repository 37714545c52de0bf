import { registerHooks } from 'node:module';
import { defineConfig } from '@playwright/test';
import { ENGINE, playwrightBrowser } from './test/support/engines.ts';

const { browserName, launchOptions } = playwrightBrowser(ENGINE);

// A flow that only Chromium can show, or only Playwright itself, says so, and why.
const INVERSE = { chromium: undefined, firefox: /@chromium/, webkit: /@chromium|@playwright/ };
const grepInvert = INVERSE[ENGINE];

// What imports this package gets its sources, so that nothing has to be built to collect the flows.
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier, {
      ...context,
      conditions: [...context.conditions, 'vaultlink-source'],
    }),
});

export default defineConfig({
  testDir: 'test',
  testMatch: ['e2e/**/*.spec.ts', 'frameworks/**/*.spec.ts'],
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  ...(grepInvert && { grepInvert }),
  // What never comes fails a test, not what is slow to come on a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./test/runner/reporters/flows.ts'], ['./test/support/faults-reporter.ts']],
  use: {
    locale: 'en-GB',
    browserName,
    launchOptions: {
      ...launchOptions,
      // Playwright turns Chromium's back/forward cache off; a seller's browser has it.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    },
    // A flow that fails is run once more, with a trace: see test/runner/run-suite.ts.
    trace: 'off',
  },
});
