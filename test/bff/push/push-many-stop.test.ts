import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brokenConnection, withErrors } from '../../support/service/answers.ts';
import { createSignal } from '../../support/signal.ts';
import { startBff } from '../support/http-bff.ts';
import { answerOf, collect, item, itemsOf, startBulk } from './setup.ts';

describe('a run that is stopped', () => {
  it('reads no more items after its signal, waits for what is in flight, and then ends', async () => {
    const { run, pushEndpoint, time } = await startBulk();
    const held = pushEndpoint.holdEvery();
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
    held.release();
    assert.deepEqual(
      (await results).map(({ ok }) => ok),
      [true, true, true],
    );
    assert.deepEqual([read, pushEndpoint.requests.length], [3, 3]);
  });

  it('gives up what waits for another attempt, and marks its result', async () => {
    const { run, time, pushEndpoint } = await startBulk();
    pushEndpoint.answerEvery(brokenConnection);
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
    assert.equal(pushEndpoint.requests.length, 2);
  });

  it('begins no pause for a request that fails after the stop', async () => {
    const { run, time, pushEndpoint } = await startBulk();
    const released = createSignal();
    pushEndpoint.answerNext(async (...parameters) => {
      await released.promise;
      return withErrors(500)(...parameters);
    });
    const stop = new AbortController();
    const results = collect(run([item('1')], { signal: stop.signal }));
    await time.settle();
    stop.abort();
    released.resolve();
    const [result] = await results;
    assert(result && !result.ok && result.isGivenUp);
  });

  it('does not wait for an item that never comes', async () => {
    const { run, time } = await startBulk();
    const stop = new AbortController();
    async function* never() {
      yield item('1');
      await new Promise(() => undefined);
    }
    const results = collect(run(never(), { signal: stop.signal }));
    await time.settle();
    stop.abort();
    assert.equal((await results).length, 1);
  });

  it('ends after timeoutMs, however many items there are', async () => {
    const { pushAll, time, pushEndpoint } = await startBulk();
    pushEndpoint.answerEvery(withErrors(503));
    const startMs = time.now();
    function* items() {
      for (;;) yield item('again');
    }
    const results = await pushAll(items(), { timeoutMs: 100_000 });
    assert.equal(time.now() - startMs, 100_000);
    assert.equal(
      pushEndpoint.requests.length,
      results.reduce((sum, { attempts }) => sum + attempts, 0),
    );
    assert(results.length > 0);
  });

  it('sends nothing when its signal was aborted before', async () => {
    const { pushAll, service } = await startBulk();
    assert.deepEqual(await pushAll(itemsOf(3), { signal: AbortSignal.abort() }), []);
    assert.deepEqual(service.requests, []);
  });

  it('waits for what is in flight, and sends nothing else, when the caller breaks out of the loop', async () => {
    const { run, pushEndpoint, time } = await startBulk();
    const released = createSignal();
    const ended: unknown[] = [];
    pushEndpoint.answerEvery(async (request, processRequest) => {
      if (answerOf(request) === '0') return processRequest();
      await released.promise;
      ended.push(answerOf(request));
      return processRequest();
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
    let hasEnded = false;
    const taken = takeOne().then(() => (hasEnded = true));
    await time.settle();
    const count = pushEndpoint.requests.length;
    assert(count === 4 || count === 5);
    assert(!hasEnded);
    released.resolve();
    await taken;
    assert.equal(ended.length, count - 1);
    assert.equal(pushEndpoint.requests.length, count);
    assert(isReturned.value);
  });

  it('ends when the backend closes', async () => {
    const { run, time, close, pushEndpoint } = await startBulk();
    pushEndpoint.answerEvery(withErrors(503));
    const results = collect(run(itemsOf(100), { concurrency: 2 }));
    await time.settle();
    close();
    assert.equal((await results).length, 2);
  });

  it('ends before close() of the backend resolves', async () => {
    const { bff, browser, service } = startBff({ subject: () => 'ada' });
    await browser.connect();
    const held = service.pushEndpoint.holdNext();
    const results = collect(bff.pushMany(itemsOf(9), { concurrency: 1 }));
    await held.arrived;
    const closed = bff.close();
    held.release();
    await closed;
    assert.equal((await results).length, 1);
  });
});
