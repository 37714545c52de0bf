/**
 * Looks for what the properties miss in a run of the tests: tries each of them 20 times as often, with a seed of its own: `npm run fuzz`, or
 * `npm run fuzz 500`, or `npm run fuzz 20 firefox`. Ends with the line `N passed, N failed`.
 */
import { readFileSync } from 'node:fs';
import { resetRecord } from './runner/record.ts';
import { conclude, runSuites } from './runner/run-suites.ts';
import type { Engine } from './support/engines.ts';
import { SUITES } from './suites.ts';

const [times = '20', engine = 'chromium'] = process.argv.slice(2);
process.env.FUZZ_TIMES = times;
process.env.FUZZ_SEED ??= String(Date.now() % 2 ** 31);

const hasProperty = (file: string) => /\btries\(/.test(readFileSync(file, 'utf8'));
const suites = SUITES.filter(({ name }) => name === 'node' || name === 'elements').map((suite) => ({
  ...suite,
  ...(suite.runner === 'elements' && { engine: engine as Engine }),
  files: suite.files.filter(hasProperty),
}));
resetRecord();
conclude(await runSuites(suites));
