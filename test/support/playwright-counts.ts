import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { writeCounts } from './counts.ts';

/** Counts the flows for `test/run.ts`. A flow that passed only on a second try has failed. */
export default class CountsReporter implements Reporter {
  #outcomes = new Map<string, TestResult['status']>();

  onTestEnd(test: TestCase, result: TestResult): void {
    if (this.#outcomes.get(test.id) !== 'failed') this.#outcomes.set(test.id, result.status);
  }

  onEnd(): void {
    const all = [...this.#outcomes.values()];
    const passed = all.filter((status) => status === 'passed').length;
    const skipped = all.filter((status) => status === 'skipped').length;
    writeCounts({ passed, skipped, failed: all.length - passed - skipped });
  }
}
