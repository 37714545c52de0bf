import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redisIsMissing } from '../../support/redis-server.ts';
import { withJson } from '../../support/service/answers.ts';
import type { vaultlink } from '../program.ts';
import { limit, startFor } from './setup.ts';

type Program = ReturnType<typeof vaultlink>;

/** The line may have been counted, and is to be sent again after a minute. */
const busy = withJson(500, {}, { 'retry-after': '60' });

describe('a push by workers, once it is stopped', { skip: redisIsMissing }, () => {
  const endings: Record<string, (worker: Program, push: Program) => Promise<void>> = {
    async 'has given it back'(worker, push) {
      worker.stop();
      await worker.closed;
      push.interrupt();
    },
    async 'gives it back afterwards'(worker, push) {
      push.interrupt();
      await push.says(/Stopping/);
      worker.stop();
    },
    async 'has died'(worker, push) {
      worker.kill();
      await worker.closed;
      push.interrupt();
    },
  };
  for (const [ending, stop] of Object.entries(endings)) {
    it(
      `a stopped push ends when the only worker that had a line ${ending}`,
      limit,
      async (context) => {
        const here = await startFor(context, 2);
        here.pushEndpoint.answerEvery(busy);
        const worker = await here.startWorker(1, { lostAfterSeconds: 3 });
        const push = here.startPush();
        await here.untilPaused();
        const [tried] = here.receivedLines();
        await stop(worker, push);
        assert.deepEqual(await push.closed, [130, null]);
        assert.match(push.printed.out, /^0 of 2 lines were accepted, 0 failed\.\n2 lines remain/);
        assert.deepEqual(await here.jobs(), {});

        here.pushEndpoint.answerNormally();
        await here.unpause();
        await here.startWorker(1);
        assert.deepEqual(await here.push().closed, [0, null]);
        for (const { line, ok, repeated } of await here.results()) {
          assert.deepEqual([ok, repeated], [true, line === tried || undefined], String(line));
        }
      },
    );
  }

  it('a stopped push ends while Redis is away, and says how to go on', limit, async (context) => {
    const here = await startFor(context, 2);
    here.pushEndpoint.answerEvery(busy);
    const worker = await here.startWorker(1);
    const push = here.startPush();
    await here.untilPaused();
    await here.stopRedis();
    push.interrupt();
    assert.deepEqual(await push.closed, [2, null]);
    assert.match(push.printed.err, /Stopped without waiting for Redis, which is away/);
    worker.stop();
    assert.deepEqual(await worker.closed, [0, null]);
  });
});
