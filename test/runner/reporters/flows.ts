import { relative } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { report } from '../record.ts';

/** Records the flows. The seconds of a file are those that its flows took, one after the other. */
export default class RecordReporter implements Reporter {
  #secondsOf = new Map<string, number>();

  onTestEnd(test: TestCase, { status, duration, errors, attachments }: TestResult): void {
    const file = relative('.', test.location.file);
    this.#secondsOf.set(file, (this.#secondsOf.get(file) ?? 0) + duration / 1000);
    const trace = attachments.find(({ name }) => name === 'trace')?.path;
    report({
      kind: 'test',
      file,
      title: test.titlePath().slice(3).join(' › '),
      // A flow that timed out or was interrupted has failed.
      verdict: status === 'passed' || status === 'skipped' ? status : 'failed',
      ...(errors[0] && { error: plain(errors[0].message ?? String(errors[0].value)) }),
      ...(trace && { trace: relative('.', trace) }),
    });
  }

  onEnd(): void {
    for (const [file, seconds] of this.#secondsOf) report({ kind: 'file', file, seconds });
  }
}

/** The text without the colours of a terminal. */
const plain = (text: string) => text.replace(/\u001b\[[\d;]*m/g, '');
