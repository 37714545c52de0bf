import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redisIsMissing } from '../../support/redis-server.ts';
import type { vaultlink } from '../program.ts';
import { limit, startFor } from './setup.ts';

type Program = ReturnType<typeof vaultlink>;

/** Each line that arrives has perhaps been counted, and is to wait for a minute. */
const busy = () => new Response('{}', { status: 500, headers: { 'Retry-After': '60' } });

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
    it(`ends where the only worker that had a line ${ending}`, limit, async (context) => {
      let isBusy = true;
      const here = await startFor(context, 2, () => (isBusy ? busy() : undefined));
      const worker = await here.worker(1, { lostAfterSeconds: 3 });
      const push = here.push();
      await here.untilPaused();
      const [{ line: tried } = { line: 0 }] = here.service.arrivals;
      await stop(worker, push);
      assert.deepEqual(await push.closed, [130, null]);
      assert.match(push.printed.out, /^0 of 2 lines were accepted, 0 failed\.\n2 lines remain/);
      assert.deepEqual(await here.jobs(), {});

      isBusy = false;
      await here.unpause();
      await here.worker(1);
      assert.deepEqual(await here.push().closed, [0, null]);
      for (const { line, ok, repeated } of await here.results()) {
        assert.deepEqual([ok, repeated], [true, line === tried || undefined], String(line));
      }
    });
  }
});
