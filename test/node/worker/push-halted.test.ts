import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redisIsMissing } from '../../support/redis-server.ts';
import { withErrors, withStatus } from '../../support/service/answers.ts';
import { limit, startFor, upTo } from './setup.ts';

const unauthorized = withStatus(401);

describe('a push by workers, where no line can be taken', { skip: redisIsMissing }, () => {
  it(
    'a push by workers stops soon when the packet is unknown, and leaves the rest',
    limit,
    async (context) => {
      const here = await startFor(context, 200);
      here.pushEndpoint.answerEvery(withErrors(404, 'Packet not found.'));
      await here.worker(2);
      const push = here.push();
      assert.deepEqual(await push.closed, [1, null]);
      assert.match(
        push.printed.err,
        /\nStopped: the service refuses packet packet-1 for every user/,
      );
      const failed = await here.results();
      assert(failed.length >= 10 && failed.length < 100, String(failed.length));
      assert.deepEqual(
        failed.map(({ line }) => line),
        here.receivedLines(),
      );
      assert.deepEqual(await here.jobs(), {});
    },
  );

  it(
    'a push by workers waits for workers that pause while the service refuses every token',
    limit,
    async (context) => {
      const here = await startFor(context, 30);
      here.pushEndpoint.answerEvery(unauthorized);
      const workers = await Promise.all([here.worker(), here.worker()]);
      const push = here.push();
      await Promise.any(
        workers.map((worker) =>
          worker.says(/refuses the token of every user, even new tokens\. The worker pauses/),
        ),
      );
      here.pushEndpoint.answerNormally();
      assert.deepEqual(await push.closed, [0, null], push.printed.err);
      assert.deepEqual(
        (await here.results()).map(({ line, ok }) => (ok ? line : undefined)),
        upTo(30),
      );
    },
  );

  it(
    'a push by workers ends without a failed line when the service refuses every token for too long, and resumes',
    limit,
    async (context) => {
      const here = await startFor(context, 30);
      here.pushEndpoint.answerEvery(unauthorized);
      const worker = here.run(['worker', '--wait-for-service', '0']);
      await worker.says(/^taking lines/);
      const push = here.push();
      assert.deepEqual(await push.closed, [1, null], push.printed.err);
      assert.match(
        push.printed.err,
        /\nStopped: The service refuses the token of every user.* of the workers/,
      );
      assert.match(push.printed.out, /^0 of 30 lines were accepted, 0 failed\.\n30 lines remain/);
      assert.deepEqual(await here.jobs(), {});

      here.pushEndpoint.answerNormally();
      assert.deepEqual(await here.push().closed, [0, null]);
      assert.deepEqual(
        (await here.results()).map(({ line, ok }) => (ok ? line : undefined)),
        upTo(30),
      );
    },
  );

  it(
    'a push by workers says that there is no worker, and goes on when one comes',
    limit,
    async (context) => {
      const here = await startFor(context, 3);
      const push = here.push();
      await push.says(
        /No worker is running\. The lines wait in the queue\. Start .* queue \("pushes"\)\./,
      );
      const other = here.run(['worker', '--queue-name', 'other']);
      await other.says(/^taking lines/);
      await here.untilJobs({ wait: 3 });
      await here.worker();
      assert.deepEqual(await push.closed, [0, null]);
    },
  );
});
