import type { RunRecord, TestRecord } from './record.ts';

/** How many tests may pass on the second try alone before the whole run is red. */
const MOST_UNSTEADY = 3;

/** A test in a browser that failed, and passed when it was run once more, alone. */
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
  /** A line each: suite, file, title. */
  failures: string[];
  unsteady: UnsteadyTest[];
}

/** The suite that a second try is recorded under. */
export const secondTryOf = (suite: string): string => `${suite}, once more`;

const keyOf = ({ file, title }: TestRecord) => `${file}: ${title}`;

/**
 * Judges the tests of one suite. A test that failed and passed in the second try is unsteady, unless its failure was final.
 *
 * @param records of the whole run
 */
export function judgeSuite(records: readonly RunRecord[], suite: string): Results {
  const first = testsOf(records, suite);
  const second = new Map(
    testsOf(records, secondTryOf(suite)).map((test) => [keyOf(test), test] as const),
  );
  const results: Results = { passed: 0, skipped: 0, failures: [], unsteady: [] };
  for (const test of first) {
    if (test.verdict !== 'failed') results[test.verdict] += 1;
    else if (!test.isFinal && second.get(keyOf(test))?.verdict === 'passed')
      results.unsteady.push({ suite, test, trace: second.get(keyOf(test))?.trace });
    else results.failures.push(`${suite}: ${keyOf(test)}`);
  }
  return results;
}

/** Whether the tests of a suite that failed are worth a second try: a few, none of them final. */
export function deservesSecondTry(records: readonly RunRecord[], suite: string): boolean {
  const failed = failedTestsOf(records, suite);
  return (
    failed.length > 0 && failed.length <= MOST_UNSTEADY && !failed.some(({ isFinal }) => isFinal)
  );
}

/** The files of a suite in which a test failed. */
export const failedFilesOf = (records: readonly RunRecord[], suite: string): string[] => [
  ...new Set(failedTestsOf(records, suite).map(({ file }) => file)),
];

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
 * Writes the end of a run: a line for each test that failed, the first error and the second trace of each unsteady one, then
 * `N passed, N failed`. An unsteady test has passed, for it did; too many of them are a failure.
 */
export function summaryOf(results: Results): { lines: string[]; isGreen: boolean } {
  const { passed, skipped, unsteady } = results;
  const failures = [
    ...results.failures,
    ...(unsteady.length > MOST_UNSTEADY
      ? [`${unsteady.length} tests are unsteady; ${MOST_UNSTEADY} may be`]
      : []),
  ];
  const lines = [
    ...failures.map((failure) => `— failed: ${failure}`),
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
