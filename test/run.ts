/**
 * Runs every test: `npm test`, or one suite: `npm test node`, `npm test elements`, `npm test flows`. Ends with the line `N passed, N failed`.
 */
import { findBrowser } from './support/find-browser.ts';
import { runSuites, SUITES } from './support/run-suites.ts';
import type { Suite } from './support/run-suites.ts';

const [wanted, ...parameters] = process.argv.slice(2);
const suites = wanted ? [wanted as Suite] : SUITES;

const browser = findBrowser();
console.log(`Browser: ${browser.executablePath} (${browser.from})`);
runSuites(
  suites.map((suite) => ({ suite, engine: 'chromium' })),
  parameters,
);
