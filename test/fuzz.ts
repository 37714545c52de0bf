/**
 * Looks for what the properties miss in a run of the tests: tries each of them 20 times as often, with a seed of its own: `npm run fuzz`, or
 * `npm run fuzz 500`, or `npm run fuzz 20 firefox`. Ends with the line `N passed, N failed`.
 */
import { globSync, readFileSync } from 'node:fs';
import type { Engine } from './support/engines.ts';
import { runSuites } from './support/run-suites.ts';
import type { SuiteRun } from './support/run-suites.ts';

const [times = '20', engine = 'chromium'] = process.argv.slice(2);
process.env.FUZZ_TIMES = times;
process.env.FUZZ_SEED ??= String(Date.now() % 2 ** 31);

const files = globSync('test/**/*.test.ts').filter((file) =>
  /\btries\(/.test(readFileSync(file, 'utf8')),
);
const inBrowser = files.filter((file) => file.startsWith('test/browser/'));

const runs: SuiteRun[] = [
  { suite: 'node', engine: 'chromium', files: files.filter((file) => !inBrowser.includes(file)) },
  { suite: 'elements', engine: engine as Engine, files: inBrowser },
];
runSuites(runs, []);
