import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redisIsMissing } from '../../support/redis-server.ts';
import { holdFirst, latch, limit, startFor, upTo } from './setup.ts';

/** Those who are killed are to be missed soon. */
const soon = { lostAfterSeconds: 3 };

describe('workers of a queue', { skip: redisIsMissing }, () => {
  it('send each line of a file once, together', limit, async (context) => {
    const here = await startFor(context, 200);
    const workers = await Promise.all([here.worker(), here.worker(), here.worker()]);
    const { closed, printed } = here.push('--concurrency', '40');
    assert.deepEqual(await closed, [0, null], printed.err);
    assert.deepEqual(here.service.lines(), upTo(200));
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

  it('all wait where the service asks one of them to', limit, async (context) => {
    const both = latch();
    const paused = latch();
    let refusedMs = 0;
    const here = await startFor(context, 6, async ({ number }) => {
      if (number === 1) {
        await both.opened;
        refusedMs = performance.now();
        return new Response('{}', { status: 429, headers: { 'Retry-After': '5' } });
      }
      if (number === 2) {
        both.open();
        await paused.opened;
      }
      return undefined;
    });
    await Promise.all([here.worker(1), here.worker(1)]);
    const { closed } = here.push();
    await both.opened;
    await here.untilPaused();
    paused.open();
    assert.deepEqual(await closed, [0, null]);
    const [, , ...later] = here.service.arrivals;
    assert.equal(later.length, 5);
    const firstMs = Math.min(...later.map(({ atMs }) => atMs));
    // Timers count whole milliseconds.
    assert.ok(firstMs - refusedMs > 4990, `A push came ${firstMs - refusedMs} ms later.`);
  });

  it(
    'go on where one of them is killed, and say which line was sent again',
    limit,
    async (context) => {
      const { arrived, letGo, answer } = holdFirst();
      const here = await startFor(context, 4, answer);
      const killed = await here.worker(1, soon);
      const { closed } = here.push();
      const { line } = await arrived;
      killed.kill();
      await killed.closed;
      await here.worker(1, soon);
      assert.deepEqual(await closed, [0, null]);
      letGo();
      assert.deepEqual(here.service.lines(), [...upTo(4), line].sort());
      for (const result of await here.results()) {
        const again = result.line === line;
        assert.equal(result.attempts, again ? 2 : 1);
        assert.equal(result.repeated, again || undefined);
        assert.ok(result.ok);
      }
    },
  );

  it('give up a line that takes down one after the other', limit, async (context) => {
    const held = latch<undefined>();
    const here = await startFor(context, 2, ({ line }) => (line === 1 ? held.opened : undefined));
    const { closed } = here.push();
    for (const times of [1, 2]) {
      const worker = await here.worker(2, soon);
      while (here.service.lines().filter((line) => line === 1).length < times) {
        await here.service.arrived(here.service.arrivals.length + 1);
      }
      worker.kill();
      await worker.closed;
    }
    await here.worker(2, soon);
    assert.deepEqual(await closed, [1, null]);
    held.open(undefined);
    const [result] = await here.results();
    const { ok, error, attempts, unknown, repeated } = result ?? {};
    assert.deepEqual(
      { ok, error, attempts, unknown, repeated },
      { ok: false, error: 'service_unreachable', attempts: 2, unknown: true, repeated: true },
    );
    assert.equal(here.service.lines().filter((line) => line === 1).length, 2);
  });

  it(
    'let what is out come to its end on SIGTERM, and leave the rest to others',
    limit,
    async (context) => {
      const { arrived, letGo, answer } = holdFirst();
      const here = await startFor(context, 6, answer);
      const worker = await here.worker(1);
      const { closed } = here.push();
      const { line } = await arrived;
      worker.stop();
      // A second worker can have all but that one.
      await here.worker(1);
      await here.service.arrived(6);
      letGo();
      assert.deepEqual(await worker.closed, [0, null]);
      await worker.says(/stopped: 1 line was accepted, 0 failed, 0 left to others/);
      assert.deepEqual(await closed, [0, null]);
      assert.deepEqual(here.service.lines(), upTo(6));
      assert.equal((await here.results()).find((one) => one.line === line)?.attempts, 1);
    },
  );

  it('give back what waits on SIGTERM, and count what was tried', limit, async (context) => {
    const here = await startFor(context, 1, ({ number }) =>
      number > 1
        ? undefined
        : new Response('{}', { status: 500, headers: { 'Retry-After': '60' } }),
    );
    const worker = await here.worker(1);
    const { closed } = here.push();
    await here.untilPaused();
    worker.stop();
    assert.deepEqual(await worker.closed, [0, null]);
    await worker.says(/0 lines were accepted, 0 failed, 1 left to others/);
    await here.unpause();
    await here.worker(1);
    assert.deepEqual(await closed, [0, null]);
    const [result] = await here.results();
    assert.deepEqual([result?.ok, result?.attempts, result?.repeated], [true, 2, true]);
  });
});
