import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { broken, cut } from '../support/fake-service.ts';
import { item, itemsOf, refused, startBulk } from './setup.ts';
import type { Call } from './setup.ts';

/** Gives these answers, one after the other, and then takes what comes. */
const answers = (...list: (() => Response | Promise<Response>)[]) => {
  const left = [...list];
  return ({ kind }: Call) => (kind === 'push' ? left.shift()?.() : undefined);
};

/** A connection that never came about. */
const unconnected = (code: string) => () =>
  Promise.reject(new TypeError('fetch failed', { cause: { code } }));

const times = <T>(count: number, value: T) => Array<T>(count).fill(value);

describe('a push that failed', () => {
  for (const status of [408, 425, 500, 502, 503, 504, 599]) {
    it(`with ${status} is sent again`, async () => {
      const { all } = await startBulk({ answer: answers(() => refused(status)) });
      const [result] = await all([item('1')]);
      assert.deepEqual([result?.ok, result?.attempts], [true, 2]);
    });
  }

  for (const status of [302, 400, 403, 404, 409, 410, 422, 501, 505]) {
    it(`with ${status} is not`, async () => {
      const { all, pushes } = await startBulk({ answer: answers(() => refused(status)) });
      const [result] = await all([item('1')]);
      assert.deepEqual([result?.ok, result?.attempts], [false, 1]);
      assert.equal(result?.unknownAttempts, 0);
      assert.equal(pushes().length, 1);
    });
  }

  for (const [what, answer, unknown] of [
    ['a network that broke', broken, 1],
    ['an answer that broke off', () => cut('{"mess'), 1],
    ['a 500', () => refused(500), 1],
    ['a 502', () => refused(502), 1],
    ['a 504', () => refused(504), 1],
    ['a 503', () => refused(503), 0],
    ['a 408', () => refused(408), 0],
    ['a 425', () => refused(425), 0],
    ['a connection that was refused', unconnected('ECONNREFUSED'), 0],
    ['a name that nobody knows', unconnected('ENOTFOUND'), 0],
    ['a connection that was cut', unconnected('ECONNRESET'), 1],
  ] as const) {
    it(`${unknown ? 'may' : 'cannot'} have arrived after ${what}`, async () => {
      const options = { retryAmbiguous: false };
      const patient = await startBulk({ answer: answers(answer) });
      const [again] = await patient.all([item('1')]);
      assert.deepEqual([again?.ok, again?.attempts, again?.unknownAttempts], [true, 2, unknown]);
      const cautious = await startBulk({ answer: answers(answer) });
      const [result] = await cautious.all([item('1')], options);
      assert.deepEqual([result?.ok, result?.unknownAttempts], [!unknown, unknown]);
    });
  }

  it('with a 2xx outside the interface may have arrived, and is not sent again', async () => {
    const { all } = await startBulk({ answer: answers(() => new Response('<html>')) });
    const [result] = await all([item('1')]);
    assert(result && !result.ok);
    const { error, attempts, unknownAttempts, isGivenUp } = result;
    assert.deepEqual(
      [error.code, attempts, unknownAttempts, isGivenUp],
      ['service_error', 1, 1, false],
    );
  });

  it('may have arrived even where a later attempt is refused', async () => {
    const { all } = await startBulk({ answer: answers(broken, () => refused(422)) });
    const [result] = await all([item('1')]);
    assert(result && !result.ok);
    assert.deepEqual([result.error.status, result.unknownAttempts], [422, 1]);
  });

  it('is tried ten times, each after twice the time, up to a minute', async () => {
    const { all, pushes } = await startBulk({ answer: () => refused(503) });
    const [result] = await all([item('1')]);
    assert.deepEqual([result?.ok, result?.attempts], [false, 10]);
    const at = pushes().map(({ atMs }) => atMs);
    assert.deepEqual(
      at.slice(1).map((atMs, index) => atMs - (at[index] ?? 0)),
      [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000],
    );
  });

  it('waits a random part of that time', async () => {
    const { all, pushes } = await startBulk({
      answer: answers(...times(2, () => refused(503))),
      random: () => 0.1,
    });
    await all([item('1')]);
    assert.deepEqual(
      pushes().map(({ atMs }) => atMs),
      [0, 50, 150],
    );
  });

  it('is tried as often as it is told to', async () => {
    const { all, pushes } = await startBulk({ answer: () => refused(503) });
    await all([item('1')], { maxAttempts: 2 });
    assert.equal(pushes().length, 2);
  });

  for (const status of [408, 425]) {
    it(`with ${status} is an attempt that counts`, async () => {
      const { all } = await startBulk({ answer: () => refused(status) });
      const [result] = await all([item('1')], { maxAttempts: 2 });
      assert.deepEqual([result?.ok, result?.attempts], [false, 2]);
    });
  }

  it('holds up no other', async () => {
    const { all, pushes } = await startBulk({
      answer: ({ answer }) => (answer === '0' ? refused(503) : undefined),
    });
    const results = await all(itemsOf(50), { concurrency: 2 });
    assert.equal(results.filter(({ ok }) => ok).length, 49);
    assert(pushes().every(({ answer, atMs }) => answer === '0' || atMs === 0));
  });

  it('because no token could be had is tried again, and was never sent', async () => {
    let refreshes = 0;
    const { all, time } = await startBulk({
      answer: ({ kind }) =>
        kind === 'refresh' && (refreshes += 1) <= 2 ? refused(503) : undefined,
    });
    time.advance(86_400_000);
    const [result] = await all([item('1')], { retryAmbiguous: false });
    assert.deepEqual([result?.ok, result?.attempts, result?.unknownAttempts], [true, 1, 0]);
  });
});

describe('an answer 429', () => {
  const limited = (headers?: Record<string, string>) => () => refused(429, headers);

  it('makes everybody wait for as long as it says', async () => {
    const { all, pushes } = await startBulk({ answer: answers(limited({ 'retry-after': '7' })) });
    const results = await all(itemsOf(20), { concurrency: 4 });
    assert(results.every(({ ok }) => ok));
    const at = pushes().map(({ atMs }) => atMs);
    assert.deepEqual(at, [...times(4, 0), ...times(17, 7000)]);
  });

  it('is heard as a date as well', async () => {
    const { all, pushes } = await startBulk({
      answer: answers(
        limited({
          date: 'Sun, 01 Mar 2026 12:00:00 GMT',
          'retry-after': 'Sun, 01 Mar 2026 12:00:09 GMT',
        }),
      ),
    });
    await all([item('1')]);
    assert.deepEqual(
      pushes().map(({ atMs }) => atMs),
      [0, 9000],
    );
  });

  it('is waited for 300 seconds at most', async () => {
    const { all, pushes } = await startBulk({
      answer: answers(limited({ 'retry-after': '86400' })),
    });
    await all([item('1')]);
    assert.equal(pushes().at(-1)?.atMs, 300_000);
  });

  it('that says nothing is waited for longer each time, and once for all that were out together', async () => {
    const { all, pushes } = await startBulk({ answer: answers(...times(8, limited())) });
    await all(itemsOf(4), { concurrency: 4 });
    assert.deepEqual(
      pushes().map(({ atMs }) => atMs),
      [...times(4, 0), ...times(4, 500), ...times(4, 1500)],
    );
  });

  it('begins with a short wait again once a push was taken', async () => {
    const ok = () => Response.json({});
    const { all, pushes } = await startBulk({
      answer: answers(limited(), limited(), ok, limited()),
    });
    await all(itemsOf(2), { concurrency: 1 });
    assert.deepEqual(
      pushes().map(({ atMs }) => atMs),
      [0, 500, 1500, 1500, 2000],
    );
  });

  it('is no attempt that failed, up to twenty of them', async () => {
    const patient = await startBulk({
      answer: answers(...times(20, limited({ 'retry-after': '1' }))),
    });
    const [taken] = await patient.all([item('1')], { maxAttempts: 1 });
    assert.deepEqual([taken?.ok, taken?.attempts], [true, 21]);
    const hopeless = await startBulk({ answer: limited({ 'retry-after': '1' }) });
    const [result] = await hopeless.all([item('1')]);
    assert(result && !result.ok);
    assert.deepEqual([result.error.code, result.attempts], ['rate_limited', 21]);
  });

  it('has a sibling in a 503 with Retry-After', async () => {
    const { all, pushes } = await startBulk({
      answer: answers(() => refused(503, { 'retry-after': '20' })),
    });
    await all(itemsOf(3), { concurrency: 1 });
    assert.deepEqual(
      pushes().map(({ atMs }) => atMs),
      [0, 20_000, 20_000, 20_000],
    );
  });
});
