import type { TestEvent } from 'node:test/reporters';
import { writeCounts } from './counts.ts';

/** Counts the tests on Node for `test/run.ts`: a reporter of Node's test runner that prints nothing. */
export default async function* countsReporter(
  source: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  for await (const event of source) {
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { passed, tests, skipped, todo } = event.data.counts;
    writeCounts({
      passed,
      skipped: skipped + todo,
      failed: tests - passed - skipped - todo,
    });
  }
  yield '';
}
