import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { writeCounts } from './counts.ts';

/** Counts the tests on Node for `test/run.ts`: a reporter of Node's test runner that prints nothing. */
export default async function* countsReporter(
  source: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  const failures: string[] = [];
  for await (const { type, data } of source) {
    if (type === 'test:fail' && data.details.type !== 'suite' && !data.todo)
      failures.push(`${relative('.', data.file ?? '')}: ${data.name}`);
    if (type !== 'test:summary' || data.file !== undefined) continue;
    const { passed, tests, skipped, todo } = data.counts;
    // Whatever else did not pass, such as a test that was cancelled.
    while (failures.length < tests - passed - skipped - todo) failures.push('see above');
    writeCounts({ passed, skipped: skipped + todo, failures });
  }
  yield '';
}
