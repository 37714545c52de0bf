import { relative } from 'node:path';
import { SESSION_STATUS } from '@web/test-runner';
import type { Reporter, TestSession, TestSuiteResult } from '@web/test-runner';
import { report } from '../record.ts';
import type { ReportedRecord } from '../record.ts';

/** Records the tests of the elements. A file that could not be run counts as one that failed. */
export function recordReporter(): Reporter {
  const startedAtMs = new Map<string, number>();
  return {
    start({ sessions }) {
      sessions.on('session-status-updated', ({ id, testFile, status }) => {
        if (status === SESSION_STATUS.INITIALIZING) startedAtMs.set(id, performance.now());
        if (status !== SESSION_STATUS.FINISHED) return;
        const seconds = (performance.now() - (startedAtMs.get(id) ?? 0)) / 1000;
        report({ kind: 'file', file: relative('.', testFile), seconds });
      });
    },
    onTestRunFinished({ sessions }: { sessions: TestSession[] }) {
      for (const { testFile, testResults, errors } of sessions) {
        const file = relative('.', testFile);
        if (testResults) report(...recordsOf(testResults, file));
        for (const { message } of errors)
          report({ ...ofPage(file), title: message, verdict: 'failed', error: message });
      }
    },
  };
}

const ofPage = (file: string) => ({ kind: 'test', file, sharesPage: true }) as const;

function recordsOf({ name: group, tests, suites }: TestSuiteResult, file: string) {
  const records: ReportedRecord[] = tests.map(({ name, passed, skipped, error }) => ({
    ...ofPage(file),
    title: `${group} ${name}`.trim(),
    verdict: skipped ? 'skipped' : passed ? 'passed' : 'failed',
    ...(!passed && { error: error?.message ?? '' }),
  }));
  for (const inner of suites) records.push(...recordsOf(inner, file));
  return records;
}
