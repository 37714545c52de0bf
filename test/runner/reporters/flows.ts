import { relative } from 'node:path';
import type { Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { isFinal } from '../../support/final-failure.ts';
import { report } from '../record.ts';

/** Records the flows. The seconds of a file are those that its flows took, one after the other. */
export default class RecordReporter implements Reporter {
  #secondsOf = new Map<string, number>();

  onTestEnd(test: TestCase, result: TestResult): void {
    const { status, duration, errors, attachments } = result;
    const file = relative('.', fileOf(test));
    this.#secondsOf.set(file, (this.#secondsOf.get(file) ?? 0) + duration / 1000);
    const trace = attachments.find(({ name }) => name === 'trace')?.path;
    report({
      kind: 'test',
      file,
      title: test.titlePath().slice(3).join(' › '),
      // A flow that timed out or was interrupted has failed.
      verdict: status === 'passed' || status === 'skipped' ? status : 'failed',
      ...(isFinal(result) && { isFinal: true }),
      ...(errors[0] && { error: plain(errors[0].message ?? String(errors[0].value)) }),
      ...(trace && { trace: relative('.', trace) }),
    });
  }

  onEnd(): void {
    for (const [file, seconds] of this.#secondsOf) report({ kind: 'file', file, seconds });
  }
}

/** The file that Playwright runs. The test itself may stand in another one, which several files share. */
function fileOf({ parent, location }: TestCase): string {
  let suite: Suite | undefined = parent;
  while (suite && suite.type !== 'file') suite = suite.parent;
  return suite?.location?.file ?? location.file;
}

/** The text without the colours of a terminal. */
const plain = (text: string) => text.replace(/\u001b\[[\d;]*m/g, '');
