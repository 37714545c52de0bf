import { basename } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { writeCounts } from './counts.ts';

/** Counts the flows for `test/run.ts`. A flow that passed only on a second try has failed. */
export default class CountsReporter implements Reporter {
  #outcomes = new Map<TestCase, TestResult['status']>();

  onTestEnd(test: TestCase, result: TestResult): void {
    if (this.#outcomes.get(test) !== 'failed') this.#outcomes.set(test, result.status);
  }

  onEnd(): void {
    const those = (status: TestResult['status']) =>
      [...this.#outcomes].filter((one) => one[1] === status).map(([test]) => test);
    const failed = [...those('failed'), ...those('timedOut'), ...those('interrupted')];
    writeCounts({
      passed: those('passed').length,
      skipped: those('skipped').length,
      failures: failed.map(({ location, title }) => `${basename(location.file)}: ${title}`),
    });
  }
}
