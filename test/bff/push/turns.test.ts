import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { item, startBulk } from './setup.ts';

const SUBJECTS = Array.from({ length: 30 }, (_, index) => `user${index}`);

describe('how many pushes are sent at a time', () => {
  for (const concurrency of [1, 2, 3, 8]) {
    it(`is never more than ${concurrency}, in the order of the items, whatever the service answers`, async () => {
      let inFlight = 0;
      let most = 0;
      const bulk = await startBulk({
        subjects: SUBJECTS,
        async answer({ kind, atMs }) {
          if (kind !== 'push') return undefined;
          inFlight += 1;
          most = Math.max(most, inFlight);
          await bulk.sleep(1000);
          inFlight -= 1;
          return atMs > 20_000 && atMs < 60_000 ? new Response(null, { status: 401 }) : undefined;
        },
      });
      const results = await bulk.all(
        SUBJECTS.map((subject) => item('1', subject)),
        { concurrency },
      );
      assert(results.every(({ ok }) => ok));
      assert.equal(most, concurrency);
      const first = [...new Set(bulk.pushes().map(({ subject }) => subject))];
      assert.deepEqual(first, SUBJECTS);
    });
  }
});
