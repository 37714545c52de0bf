import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { hasFinalHeadline } from '../../support/final-failure.ts';
import { report } from '../record.ts';

/** Records the tests on Node: a reporter of Node's test runner that prints nothing. */
export default async function* recordReporter(
  source: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type === 'test:summary' && data.file !== undefined)
      report({ kind: 'file', file: relative('.', data.file), seconds: data.duration_ms / 1000 });
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details.type === 'suite') continue;
    const isLeft = data.skip !== undefined || data.todo !== undefined;
    const verdict = isLeft ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
    const error = type === 'test:fail' ? data.details.error.message : undefined;
    report({
      kind: 'test',
      file: relative('.', data.file ?? ''),
      title: data.name,
      verdict,
      ...(error !== undefined && { error, isFinal: hasFinalHeadline(error) }),
    });
  }
  yield '';
}
