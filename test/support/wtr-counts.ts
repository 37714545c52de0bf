import type { Reporter, TestSession, TestSuiteResult } from '@web/test-runner';
import { writeCounts } from './counts.ts';
import type { Counts } from './counts.ts';

/** Counts the tests of the elements for `test/run.ts`. A file that could not be run counts as one that failed. */
export function countsReporter(): Reporter {
  return {
    onTestRunFinished({ sessions }: { sessions: TestSession[] }) {
      const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
      for (const { testResults, errors } of sessions) {
        if (testResults) add(counts, testResults);
        counts.failed += errors.length;
      }
      writeCounts(counts);
    },
  };
}

function add(counts: Counts, suite: TestSuiteResult): void {
  for (const test of suite.tests) {
    counts[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed'] += 1;
  }
  for (const inner of suite.suites) add(counts, inner);
}
