import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redisIsMissing } from '../../support/redis-server.ts';
import { jsonResponse, withJson } from '../../support/service/answers.ts';
import { createSignal } from '../../support/signal.ts';
import { forLine, limit, lineOf, startFor, upTo } from './setup.ts';

/** Those who are killed are to be missed soon. */
const soon = { lostAfterSeconds: 3 };

describe('workers of a queue', { skip: redisIsMissing }, () => {
  it('workers send each line of a file once', limit, async (context) => {
    const here = await startFor(context, 200);
    const workers = await Promise.all([here.startWorker(), here.startWorker(), here.startWorker()]);
    const { closed, printed } = here.push('--concurrency', '40');
    assert.deepEqual(await closed, [0, null], printed.err);
    assert.deepEqual(here.receivedLines(), upTo(200));
    const taken = (line: number) => ({ line, subject: `seller-${line}`, ok: true, attempts: 1 });
    assert.deepEqual(await here.results(), upTo(200).map(taken));
    assert.deepEqual(await here.jobs(), {});
    let total = 0;
    for (const worker of workers) {
      worker.stop();
      assert.deepEqual(await worker.closed, [0, null]);
      total += Number(
        (await worker.says(/stopped: (\d+) lines? w(?:as|ere) accepted, 0 failed/))[1],
      );
    }
    assert.equal(total, 200);
  });

  it('all workers wait when the service asks one of them to', limit, async (context) => {
    const here = await startFor(context, 6);
    let refusedAtMs = 0;
    here.pushEndpoint.answerNext(async () => {
      await second.arrived;
      refusedAtMs = performance.now();
      return jsonResponse(429, {}, { 'retry-after': '5' });
    });
    const second = here.pushEndpoint.holdNext();
    await Promise.all([here.startWorker(1), here.startWorker(1)]);
    const { closed } = here.push();
    await here.untilPaused();
    second.release();
    assert.deepEqual(await closed, [0, null]);
    const [, , ...later] = here.pushEndpoint.requests;
    assert.equal(later.length, 5);
    const pauseMs = Math.min(...later.map(({ receivedAtMs }) => receivedAtMs)) - refusedAtMs;
    // Timers count whole milliseconds.
    assert.ok(pauseMs > 4990, `A push came ${pauseMs} ms later.`);
  });

  it(
    'workers go on when one of them is killed, and mark the line that was sent again',
    limit,
    async (context) => {
      const here = await startFor(context, 4);
      const first = here.pushEndpoint.holdNext();
      const killed = await here.startWorker(1, soon);
      const { closed } = here.push();
      const line = lineOf(await first.arrived);
      killed.kill();
      await killed.closed;
      await here.startWorker(1, soon);
      assert.deepEqual(await closed, [0, null]);
      first.release();
      assert.deepEqual(here.receivedLines(), [...upTo(4), line].sort());
      for (const result of await here.results()) {
        const again = result.line === line;
        assert.equal(result.attempts, again ? 2 : 1);
        assert.equal(result.repeated, again || undefined);
        assert.ok(result.ok);
      }
    },
  );

  it('workers give up a line at which two of them died', limit, async (context) => {
    const here = await startFor(context, 2);
    const held = createSignal();
    const heldLine = forLine(1, async (_, processRequest) => {
      await held.promise;
      return processRequest();
    });
    here.pushEndpoint.answerEvery(heldLine);
    const { closed } = here.push();
    for (const times of [1, 2]) {
      const worker = await here.startWorker(2, soon);
      while (here.receivedLines().filter((line) => line === 1).length < times) {
        await here.pushEndpoint.received(here.pushEndpoint.requests.length + 1);
      }
      worker.kill();
      await worker.closed;
    }
    await here.startWorker(2, soon);
    assert.deepEqual(await closed, [1, null]);
    held.resolve();
    const [result] = await here.results();
    const { ok, error, attempts, unknown, repeated } = result ?? {};
    assert.deepEqual(
      { ok, error, attempts, unknown, repeated },
      { ok: false, error: 'service_unreachable', attempts: 2, unknown: true, repeated: true },
    );
    assert.equal(here.receivedLines().filter((line) => line === 1).length, 2);
  });

  it(
    'a worker completes what is in flight on SIGTERM, and leaves the rest to others',
    limit,
    async (context) => {
      const here = await startFor(context, 6);
      const first = here.pushEndpoint.holdNext();
      const worker = await here.startWorker(1);
      const { closed } = here.push();
      const line = lineOf(await first.arrived);
      worker.stop();
      // A second worker can have all but that one.
      await here.startWorker(1);
      await here.pushEndpoint.received(6);
      first.release();
      assert.deepEqual(await worker.closed, [0, null]);
      await worker.says(/stopped: 1 line was accepted, 0 failed, 0 left to others/);
      assert.deepEqual(await closed, [0, null]);
      assert.deepEqual(here.receivedLines(), upTo(6));
      assert.equal((await here.results()).find((one) => one.line === line)?.attempts, 1);
    },
  );

  it(
    'a worker gives back a waiting line on SIGTERM, with its count of attempts',
    limit,
    async (context) => {
      const here = await startFor(context, 1);
      here.pushEndpoint.answerNext(withJson(500, {}, { 'retry-after': '60' }));
      const worker = await here.startWorker(1);
      const { closed } = here.push();
      await here.untilPaused();
      worker.stop();
      assert.deepEqual(await worker.closed, [0, null]);
      await worker.says(/0 lines were accepted, 0 failed, 1 left to others/);
      await here.unpause();
      await here.startWorker(1);
      assert.deepEqual(await closed, [0, null]);
      const [result] = await here.results();
      assert.deepEqual([result?.ok, result?.attempts, result?.repeated], [true, 2, true]);
    },
  );

  it('a worker ends on SIGTERM while Redis is away', limit, async (context) => {
    const here = await startFor(context, 1);
    const worker = await here.startWorker(1);
    await here.stopRedis();
    worker.stop();
    assert.deepEqual(await worker.closed, [0, null]);
    await worker.says(/0 lines were accepted, 0 failed, 0 left to others/);
  });
});
