import { spawnSync } from 'node:child_process';
import { readCounts, resetCounts } from './counts.ts';
import type { Counts } from './counts.ts';
import type { Engine } from './engines.ts';
import { timeLimitMs } from './fuzz.ts';

/** The suites, in the order in which they run. */
export const SUITES = ['node', 'elements', 'flows'] as const;

/** One of them. */
export type Suite = (typeof SUITES)[number];

/** A suite to run, and the engine for it. */
export interface SuiteRun {
  suite: Suite;
  engine: Engine;
  /** Paths or patterns. Default: all of the suite. */
  files?: readonly string[];
}

const onNode = (files: readonly string[]) => [
  'node',
  '--conditions=vaultlink-source',
  '--test',
  // A test that hangs fails, and holds nobody up.
  `--test-timeout=${timeLimitMs()}`,
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  '--test-reporter=./test/support/node-counts.ts',
  '--test-reporter-destination=.cache/node-reporter',
  ...files,
];

const NODE_FILES =
  'test/{model,protocol,recipes,check,testing,build,frameworks,bff,sandbox,node,runtimes,demo,examples,package,site,start-pages,webkit-for-playwright}/**/*.test.ts';

function commandOf({ suite, files }: SuiteRun): string[] {
  switch (suite) {
    case 'node':
      return onNode(files ?? [NODE_FILES]);
    case 'elements':
      return ['wtr', '--static-logging', ...(files ? ['--files', ...files] : [])];
    case 'flows':
      return ['playwright', 'test'];
  }
}

/**
 * Builds the package and runs suites, one after the other. Ends with a line for each test that failed, then `N passed, N failed`; exit code 1
 * where one failed.
 *
 * @param parameters for the runner of each suite
 */
export function runSuites(runs: readonly SuiteRun[], parameters: readonly string[]): void {
  const total: Counts = { passed: 0, skipped: 0, failures: [] };
  process.env.FUZZ_SEED ??= String(seedOfCommit());
  console.log(`Properties: FUZZ_SEED=${process.env.FUZZ_SEED}`);
  // The package and the site are tested as they are published, so both are built; `VAULTLINK_BUILT` says that they are.
  if (!process.env.VAULTLINK_BUILT) {
    for (const script of ['build', 'docs:build'])
      if (command(script, ['npm', 'run', '--silent', script]) !== 0) total.failures.push(script);
  }

  for (const run of runs) {
    const title = run.suite === 'node' ? 'node' : `${run.suite} in ${run.engine}`;
    resetCounts();
    const status = command(title, [...commandOf(run), ...parameters], run.engine);
    const counts = readCounts();
    // A runner that failed without a failed test, or ran none, has failed as a whole.
    if ((status !== 0 && !counts.failures.length) || !counts.passed)
      counts.failures.push('as a whole, see above');
    console.log(`— ${title}: ${textOf(counts)}`);
    total.passed += counts.passed;
    total.failures.push(...counts.failures.map((failure) => `${title}: ${failure}`));
    total.skipped += counts.skipped;
  }

  console.log();
  for (const failure of total.failures) console.log(`— failed: ${failure}`);
  console.log(textOf(total));
  process.exitCode = total.failures.length ? 1 : 0;
}

/** The same tree of files is always tried with the same cases, so that a commit that has passed passes again; another one with others. */
function seedOfCommit(): number {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8' });
  return Number.parseInt(stdout.slice(0, 7), 16) || 1;
}

const textOf = ({ passed, failures, skipped }: Counts) =>
  `${passed} passed, ${failures.length} failed` + (skipped ? `, ${skipped} skipped` : '');

/** A suite may take this many times the limit of one test. A program that a test has left running ends with it. */
const LONGEST_IN_TEST_LIMITS = 18;

function command(
  title: string,
  [program = '', ...parameters]: readonly string[],
  engine?: Engine,
): number | null {
  console.log(`\n— ${title} —`);
  const started = performance.now();
  const env = { ...process.env, ...(engine && { ENGINE: engine }) };
  const { status } = spawnSync(program, parameters, {
    stdio: 'inherit',
    env,
    timeout: LONGEST_IN_TEST_LIMITS * timeLimitMs(),
  });
  if (status === null) console.log(`— ${title}: stopped, since it took too long`);
  console.log(`— ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return status;
}
