import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withStatus } from '../../support/service/answers.ts';
import { item, startBulk } from './setup.ts';

const SUBJECTS = Array.from({ length: 30 }, (_, index) => `user${index}`);

const unauthorized = withStatus(401);

describe('a run of many pushes', () => {
  for (const concurrency of [1, 2, 3, 8]) {
    it(`sends ${concurrency} at a time and never more, in the order of the items, whatever the service answers`, async () => {
      const run = await startBulk({ subjects: SUBJECTS });
      let inFlight = 0;
      let most = 0;
      run.pushEndpoint.answerEvery(async (request, processRequest) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        await run.sleep(1000);
        inFlight -= 1;
        const arrivedAtMs = run.arrivedAtMs(request);
        const isRefused = arrivedAtMs > 20_000 && arrivedAtMs < 60_000;
        return isRefused ? unauthorized(request, processRequest) : processRequest();
      });
      const results = await run.pushAll(
        SUBJECTS.map((subject) => item('1', subject)),
        { concurrency },
      );
      assert(results.every(({ ok }) => ok));
      assert.equal(most, concurrency);
      const users = [...new Set(run.pushEndpoint.requests.map(({ user }) => user))];
      assert.deepEqual(users, SUBJECTS);
    });
  }
});
