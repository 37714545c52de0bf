import { relative } from 'node:path';
import type { Reporter, TestSession, TestSuiteResult } from '@web/test-runner';
import { writeCounts } from './counts.ts';
import type { Counts } from './counts.ts';

/** Counts the tests of the elements for `test/run.ts`. A file that could not be run counts as one that failed. */
export function countsReporter(): Reporter {
  return {
    onTestRunFinished({ sessions }: { sessions: TestSession[] }) {
      const counts: Counts = { passed: 0, skipped: 0, failures: [] };
      for (const { testFile, testResults, errors } of sessions) {
        const file = relative('.', testFile);
        if (testResults) add(counts, testResults, file);
        counts.failures.push(...errors.map(({ message }) => `${file}: ${message}`));
      }
      writeCounts(counts);
    },
  };
}

function add(counts: Counts, suite: TestSuiteResult, file: string): void {
  for (const { name, passed, skipped } of suite.tests) {
    if (passed || skipped) counts[skipped ? 'skipped' : 'passed'] += 1;
    else counts.failures.push(`${file}: ${suite.name} ${name}`);
  }
  for (const inner of suite.suites) add(counts, inner, file);
}
