import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { broken } from '../support/fake-service.ts';
import { startBff } from '../support/http-bff.ts';
import { PUSHED } from '../support/http-service.ts';
import { collect, item, itemsOf, latch, refused, startBulk } from './setup.ts';

describe('a run that is stopped', () => {
  it('by its signal reads no more, waits for what is out, and then ends', async () => {
    const held = latch();
    const { run, pushes, time } = await startBulk({
      answer: () => held.opened.then(() => undefined),
    });
    const stop = new AbortController();
    let read = 0;
    function* items() {
      for (const one of itemsOf(100)) {
        read += 1;
        yield one;
      }
    }
    const results = collect(run(items(), { concurrency: 3, signal: stop.signal }));
    await time.settle();
    stop.abort();
    await time.settle();
    held.open();
    assert.deepEqual(
      (await results).map(({ ok }) => ok),
      [true, true, true],
    );
    assert.deepEqual([read, pushes().length], [3, 3]);
  });

  it('gives up what waits for another attempt, and says so', async () => {
    const { run, time, pushes } = await startBulk({ answer: broken });
    const stop = new AbortController();
    const results = collect(run(itemsOf(9), { concurrency: 2, signal: stop.signal }));
    await time.settle();
    stop.abort();
    for (const result of await results) {
      assert(!result.ok);
      const { error, isGivenUp, attempts, unknownAttempts } = result;
      assert.deepEqual(
        [error.code, isGivenUp, attempts, unknownAttempts],
        ['service_unreachable', true, 1, 1],
      );
    }
    assert.equal(pushes().length, 2);
  });

  it('while a request is out begins no pause when it comes back', async () => {
    const held = latch();
    const { run, time } = await startBulk({
      answer: () => held.opened.then(() => refused(500)),
    });
    const stop = new AbortController();
    const results = collect(run([item('1')], { signal: stop.signal }));
    await time.settle();
    stop.abort();
    held.open();
    const [result] = await results;
    assert(result && !result.ok && result.isGivenUp);
  });

  it('does not wait for an item that never comes', async () => {
    const { run, time } = await startBulk();
    const stop = new AbortController();
    async function* never() {
      yield item('1');
      await latch().opened;
    }
    const results = collect(run(never(), { signal: stop.signal }));
    await time.settle();
    stop.abort();
    assert.equal((await results).length, 1);
  });

  it('ends after its time, however many items there are', async () => {
    const { all, time, pushes } = await startBulk({ answer: () => refused(503) });
    const startMs = time.now();
    function* items() {
      for (;;) yield item('again');
    }
    const results = await all(items(), { timeoutMs: 100_000 });
    assert.equal(time.now() - startMs, 100_000);
    assert.equal(
      pushes().length,
      results.reduce((sum, { attempts }) => sum + attempts, 0),
    );
    assert(results.length > 0);
  });

  it('by a signal that was aborted before asks for nothing', async () => {
    const { all, calls } = await startBulk();
    assert.deepEqual(await all(itemsOf(3), { signal: AbortSignal.abort() }), []);
    assert.deepEqual(calls, []);
  });

  it('by whoever took the results lets what is out come to its end, and nothing else', async () => {
    const held = latch();
    const ended: unknown[] = [];
    const { run, pushes, time } = await startBulk({
      answer: ({ answer }) => {
        if (answer === '0') return undefined;
        return held.opened.then(() => {
          ended.push(answer);
          return undefined;
        });
      },
    });
    const isReturned = { value: false };
    function* items() {
      try {
        yield* itemsOf(1000);
      } finally {
        isReturned.value = true;
      }
    }
    async function takeOne() {
      for await (const result of run(items(), { concurrency: 4 })) {
        assert(result.ok);
        break;
      }
    }
    const taken = takeOne();
    await time.settle();
    const count = pushes().length;
    assert(count === 4 || count === 5);
    held.open();
    await taken;
    assert.equal(ended.length, count - 1);
    assert.equal(pushes().length, count);
    assert(isReturned.value);
  });

  it('by a backend that closes', async () => {
    const { run, time, close } = await startBulk({ answer: () => refused(503) });
    const results = collect(run(itemsOf(100), { concurrency: 2 }));
    await time.settle();
    close();
    assert.equal((await results).length, 2);
  });

  it('by closing is waited for, and then the store is closed', async () => {
    const held = latch();
    const { bff, browser, service } = startBff({ subject: () => 'ada' });
    await browser.connect();
    service.next.push(() => held.opened.then(() => Response.json(PUSHED)));
    const results = collect(bff.pushMany(itemsOf(9), { concurrency: 1 }));
    while (service.asked.length < 2) await new Promise(setImmediate);
    const closed = bff.close();
    held.open();
    await closed;
    assert.equal((await results).length, 1);
  });
});
