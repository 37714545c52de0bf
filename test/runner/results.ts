import type { RunRecord, TestRecord } from './record.ts';

/** How many tests may pass on the second try alone before the whole run is red. The tests of a page count as one: what hangs there takes all along. */
const MAX_UNSTEADY = 3;

/** Of an error of a test, how many lines the end of a run repeats. */
export const MAX_ERROR_LINES = 12;

/** A test that failed, and passed when it was run once more, alone. */
interface UnsteadyTest {
  suite: string;
  test: TestRecord;
  /** Of the second try. */
  trace?: string | undefined;
}

/** What a run has shown. */
export interface Results {
  passed: number;
  skipped: number;
  /** Of each: suite, file and title, and below the first lines of the error. */
  failures: string[];
  unsteady: UnsteadyTest[];
}

/** The suite that a second try is recorded under. */
export const secondTryOf = (suite: string): string => `${suite}, once more`;

const keyOf = ({ file, title }: TestRecord) => `${file}: ${title}`;

/** Returns the name of what fails together: all tests of a page, or one other test. */
const stumbleOf = (test: TestRecord) =>
  test.sharesPage ? `${test.suite}: ${test.file}` : `${test.suite}: ${keyOf(test)}`;

const countStumbles = (tests: readonly TestRecord[]): number => new Set(tests.map(stumbleOf)).size;

/**
 * Judges the tests of one suite. A test that failed and passed in the second try is unsteady, unless its failure was final.
 *
 * @param records of the whole run
 */
export function judgeSuite(records: readonly RunRecord[], suite: string): Results {
  const second = testsOf(records, secondTryOf(suite));
  const results: Results = { passed: 0, skipped: 0, failures: [], unsteady: [] };
  for (const test of testsOf(records, suite)) {
    if (test.verdict !== 'failed') {
      results[test.verdict] += 1;
      continue;
    }
    const again = second.filter((one) =>
      test.sharesPage ? one.file === test.file : keyOf(one) === keyOf(test),
    );
    const isPassed = again.length > 0 && again.every(({ verdict }) => verdict !== 'failed');
    if (isPassed && !test.isFinal) results.unsteady.push({ suite, test, trace: again[0]?.trace });
    else results.failures.push(`${suite}: ${keyOf(test)}${errorBelow(test)}`);
  }
  return results;
}

function errorBelow({ error = '' }: TestRecord): string {
  const lines = error.split('\n').filter((line) => line.trim());
  return lines
    .slice(0, MAX_ERROR_LINES)
    .map((line) => `\n    ${line}`)
    .join('');
}

/** Returns whether the tests of a suite that failed are worth a second try: a few, none of them final. */
export function deservesSecondTry(records: readonly RunRecord[], suite: string): boolean {
  const failed = failedTestsOf(records, suite);
  const stumbles = countStumbles(failed);
  return stumbles > 0 && stumbles <= MAX_UNSTEADY && !failed.some(({ isFinal }) => isFinal);
}

/** The files of a suite in which a test failed. */
export const failedFilesOf = (records: readonly RunRecord[], suite: string): string[] => [
  ...new Set(failedTestsOf(records, suite).map(({ file }) => file)),
];

/** The titles of the tests of a suite that failed. */
export const failedTitlesOf = (records: readonly RunRecord[], suite: string): string[] =>
  failedTestsOf(records, suite).map(({ title }) => title);

const failedTestsOf = (records: readonly RunRecord[], suite: string) =>
  testsOf(records, suite).filter(({ verdict }) => verdict === 'failed');

const testsOf = (records: readonly RunRecord[], suite: string) =>
  records.filter((one): one is TestRecord => one.kind === 'test' && one.suite === suite);

/** Adds up the results of suites. */
export const sumOf = (all: readonly Results[]): Results => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
  failures: all.flatMap(({ failures }) => failures),
  unsteady: all.flatMap(({ unsteady }) => unsteady),
});

/**
 * Writes the end of a run: each test that failed with the first lines of its error, the first error and the second trace of each unsteady one, then
 * `N passed, N failed`. An unsteady test has passed, for it did; too many of them are a failure.
 */
export function summaryOf(results: Results): { lines: string[]; isGreen: boolean } {
  const { passed, skipped, unsteady } = results;
  const stumbles = countStumbles(unsteady.map(({ test }) => test));
  const failures = [
    ...results.failures,
    ...(stumbles > MAX_UNSTEADY ? [`${stumbles} tests are unsteady; ${MAX_UNSTEADY} may be`] : []),
  ];
  const lines = [
    ...failures.flatMap((failure) => `— failed: ${failure}`.split('\n')),
    ...unsteady.flatMap(({ suite, test, trace }) => [
      `— unsteady: ${suite}: ${keyOf(test)}`,
      `  failed first: ${(test.error ?? '').split('\n').slice(0, 2).join(' ')}`,
      `  passed alone; trace: ${trace ?? 'none in this engine'}`,
    ]),
    `${passed + unsteady.length} passed, ${failures.length} failed` +
      (skipped ? `, ${skipped} skipped` : ''),
  ];
  return { lines, isGreen: !failures.length };
}
