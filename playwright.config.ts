import { registerHooks } from 'node:module';
import { defineConfig } from '@playwright/test';
import { ENGINE, playwrightBrowser, playwrightShell } from './test/support/engines.ts';

const { browserName, launchOptions } = playwrightBrowser(ENGINE);

// A flow that only Chromium can show, or only Playwright itself, says so, and why.
const INVERSE = { chromium: undefined, firefox: /@chromium/, webkit: /@chromium|@playwright/ };
const grepInvert = INVERSE[ENGINE];

// So does one that takes more of a browser than its headless shell has.
const WHOLE_BROWSER = /@whole-browser/;

// Playwright turns Chromium's back/forward cache off; a seller's browser has it.
const ignoreDefaultArgs = ['--disable-back-forward-cache'];

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
  projects:
    ENGINE === 'chromium'
      ? [
          { name: 'shell', grepInvert: WHOLE_BROWSER },
          {
            name: 'browser',
            grep: WHOLE_BROWSER,
            use: { launchOptions: { ...launchOptions, ignoreDefaultArgs } },
          },
        ]
      : [{ name: ENGINE, ...(grepInvert && { grepInvert }) }],
  // What never comes fails a test, not what is slow to come on a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./test/runner/reporters/flows.ts'], ['./test/support/faults-reporter.ts']],
  use: {
    locale: 'en-GB',
    browserName,
    launchOptions: { ...playwrightShell(ENGINE), ignoreDefaultArgs },
    // A flow that fails is run once more, with a trace: see test/runner/run-suite.ts.
    trace: 'off',
  },
});
