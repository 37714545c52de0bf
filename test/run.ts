/**
 * Runs every test: `npm test`, or one suite: `npm test node`, `npm test elements`, `npm test flows`. Ends with the line `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { countsFile } from './support/counts.ts';
import type { Counts } from './support/counts.ts';
import { findBrowser } from './support/find-browser.ts';

const SUITES = {
  node: [
    'node',
    '--conditions=vaultlink-source',
    '--test',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./test/support/node-counts.ts',
    '--test-reporter-destination=.cache/node-reporter',
    'test/{protocol,model,bff,sandbox,node,runtimes,demo,package}/**/*.test.ts',
  ],
  elements: ['wtr', '--static-logging'],
  flows: ['playwright', 'test'],
} as const;

type Suite = keyof typeof SUITES;

const [wanted, ...rest] = process.argv.slice(2);
const suites = wanted ? [wanted as Suite] : (Object.keys(SUITES) as Suite[]);
const total: Counts = { passed: 0, failed: 0, skipped: 0 };

const browser = findBrowser();
console.log(`Browser: ${browser.executablePath} (${browser.from})`);
// The package is tested as it is published, so all of it is built.
if (run('build', ['npm', 'run', '--silent', 'build']) !== 0) total.failed += 1;

for (const suite of suites) {
  rmSync(countsFile(suite), { force: true });
  const status = run(suite, [...SUITES[suite], ...rest]);
  const counts = readCounts(suite);
  // A runner that failed without a failed test, or ran none, has failed as a whole.
  if ((status !== 0 && !counts.failed) || !counts.passed) counts.failed += 1;
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

console.log(
  `\n${total.passed} passed, ${total.failed} failed` +
    (total.skipped ? `, ${total.skipped} skipped` : ''),
);
process.exitCode = total.failed ? 1 : 0;

function run(title: string, [program = '', ...parameters]: readonly string[]): number | null {
  console.log(`\n— ${title} —`);
  const started = performance.now();
  const { status } = spawnSync(program, parameters, { stdio: 'inherit' });
  console.log(`— ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return status;
}

function readCounts(suite: Suite): Counts {
  try {
    return JSON.parse(readFileSync(countsFile(suite), 'utf8')) as Counts;
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
