import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  brokenConnection,
  withCutBody,
  withErrors,
  withJson,
  withText,
} from '../../support/service/answers.ts';
import type { Answer } from '../../support/service/answers.ts';
import { answerOf, item, itemsOf, startBulk } from './setup.ts';

/** The connection fails with this code of the operating system. */
const withSystemError =
  (code: string): Answer =>
  () =>
    Promise.reject(new TypeError('fetch failed', { cause: { code } }));

/** A service that is busy, and names how long to wait where `headers` do. */
const busy = (headers: Record<string, string> = {}) => withErrors(429, 'Slow down.', headers);

const times = <T>(count: number, value: T) => Array<T>(count).fill(value);

describe('a push that failed', () => {
  for (const status of [408, 425, 500, 502, 503, 504, 599]) {
    it(`is sent again after ${status}`, async () => {
      const { pushAll, pushEndpoint } = await startBulk();
      pushEndpoint.answerNext(withErrors(status));
      const [result] = await pushAll([item('1')]);
      assert.deepEqual([result?.ok, result?.attempts], [true, 2]);
    });
  }

  for (const status of [302, 400, 403, 404, 409, 410, 422, 501, 505]) {
    it(`is not sent again after ${status}`, async () => {
      const { pushAll, pushEndpoint } = await startBulk();
      pushEndpoint.answerNext(withErrors(status));
      const [result] = await pushAll([item('1')]);
      assert.deepEqual([result?.ok, result?.attempts], [false, 1]);
      assert.equal(result?.unknownAttempts, 0);
      assert.equal(pushEndpoint.requests.length, 1);
    });
  }

  for (const [what, answer, unknownAttempts] of [
    ['a network that broke', brokenConnection, 1],
    ['an answer that broke off', withCutBody('{"mess'), 1],
    ['a 500', withErrors(500), 1],
    ['a 502', withErrors(502), 1],
    ['a 504', withErrors(504), 1],
    ['a 503', withErrors(503), 0],
    ['a 408', withErrors(408), 0],
    ['a 425', withErrors(425), 0],
    ['a connection that was refused', withSystemError('ECONNREFUSED'), 0],
    ['a host name without an address', withSystemError('ENOTFOUND'), 0],
    ['a connection that was cut', withSystemError('ECONNRESET'), 1],
  ] as const) {
    it(`${unknownAttempts ? 'may' : 'cannot'} have arrived after ${what}`, async () => {
      const patient = await startBulk();
      patient.pushEndpoint.answerNext(answer);
      const [again] = await patient.pushAll([item('1')]);
      assert.deepEqual([again?.ok, again?.attempts], [true, 2]);
      assert.equal(again?.unknownAttempts, unknownAttempts);

      const cautious = await startBulk();
      cautious.pushEndpoint.answerNext(answer);
      const [result] = await cautious.pushAll([item('1')], { retryAmbiguous: false });
      assert.deepEqual([result?.ok, result?.unknownAttempts], [!unknownAttempts, unknownAttempts]);
    });
  }

  it('may have arrived, and is not sent again, after a 2xx outside the interface', async () => {
    const { pushAll, pushEndpoint } = await startBulk();
    pushEndpoint.answerNext(withText('<html>'));
    const [result] = await pushAll([item('1')]);
    assert(result && !result.ok);
    const { error, attempts, unknownAttempts, isGivenUp } = result;
    assert.deepEqual(
      [error.code, attempts, unknownAttempts, isGivenUp],
      ['service_error', 1, 1, false],
    );
  });

  it('may have arrived even when the service refuses a later attempt', async () => {
    const { pushAll, pushEndpoint } = await startBulk();
    pushEndpoint.answerNext(brokenConnection, withErrors(422));
    const [result] = await pushAll([item('1')]);
    assert(result && !result.ok);
    assert.deepEqual([result.error.status, result.unknownAttempts], [422, 1]);
  });

  it('is tried ten times, each after twice the pause, up to a minute', async () => {
    const { pushAll, pushEndpoint, pushTimesMs } = await startBulk();
    pushEndpoint.answerEvery(withErrors(503));
    const [result] = await pushAll([item('1')]);
    assert.deepEqual([result?.ok, result?.attempts], [false, 10]);
    const timesMs = pushTimesMs();
    assert.deepEqual(
      timesMs.slice(1).map((timeMs, index) => timeMs - (timesMs[index] ?? 0)),
      [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000],
    );
  });

  it('waits a random part of the pause', async () => {
    const { pushAll, pushEndpoint, pushTimesMs } = await startBulk({ random: () => 0.1 });
    pushEndpoint.answerNext(withErrors(503), withErrors(503));
    await pushAll([item('1')]);
    assert.deepEqual(pushTimesMs(), [0, 50, 150]);
  });

  it('is tried as often as maxAttempts says', async () => {
    const { pushAll, pushEndpoint } = await startBulk();
    pushEndpoint.answerEvery(withErrors(503));
    await pushAll([item('1')], { maxAttempts: 2 });
    assert.equal(pushEndpoint.requests.length, 2);
  });

  for (const status of [408, 425]) {
    it(`counts an attempt that was answered with ${status}`, async () => {
      const { pushAll, pushEndpoint } = await startBulk();
      pushEndpoint.answerEvery(withErrors(status));
      const [result] = await pushAll([item('1')], { maxAttempts: 2 });
      assert.deepEqual([result?.ok, result?.attempts], [false, 2]);
    });
  }

  it('holds up no other push', async () => {
    const { pushAll, pushEndpoint, arrivedAtMs } = await startBulk();
    const refuse = withErrors(503);
    pushEndpoint.answerEvery((request, processRequest) =>
      answerOf(request) === '0' ? refuse(request, processRequest) : processRequest(),
    );
    const results = await pushAll(itemsOf(50), { concurrency: 2 });
    assert.equal(results.filter(({ ok }) => ok).length, 49);
    const others = pushEndpoint.requests.filter((request) => answerOf(request) !== '0');
    assert(others.every((request) => arrivedAtMs(request) === 0));
  });

  it('is tried again, and was never sent, when no token could be had', async () => {
    const { pushAll, tokenEndpoint, time } = await startBulk();
    tokenEndpoint.answerNext(withErrors(503), withErrors(503));
    time.advance(86_400_000);
    const [result] = await pushAll([item('1')], { retryAmbiguous: false });
    assert.deepEqual([result?.ok, result?.attempts, result?.unknownAttempts], [true, 1, 0]);
  });
});

describe('an answer 429', () => {
  it('makes every push wait for as long as Retry-After says', async () => {
    const { pushAll, pushEndpoint, pushTimesMs } = await startBulk();
    pushEndpoint.answerNext(busy({ 'retry-after': '7' }));
    const results = await pushAll(itemsOf(20), { concurrency: 4 });
    assert(results.every(({ ok }) => ok));
    assert.deepEqual(pushTimesMs(), [...times(4, 0), ...times(17, 7000)]);
  });

  it('may give Retry-After as a date', async () => {
    const { pushAll, pushEndpoint, pushTimesMs } = await startBulk();
    pushEndpoint.answerNext(
      busy({
        date: 'Sun, 01 Mar 2026 12:00:00 GMT',
        'retry-after': 'Sun, 01 Mar 2026 12:00:09 GMT',
      }),
    );
    await pushAll([item('1')]);
    assert.deepEqual(pushTimesMs(), [0, 9000]);
  });

  it('makes pushes wait for 300 seconds at most', async () => {
    const { pushAll, pushEndpoint, pushTimesMs } = await startBulk();
    pushEndpoint.answerNext(busy({ 'retry-after': '86400' }));
    await pushAll([item('1')]);
    assert.equal(pushTimesMs().at(-1), 300_000);
  });

  it('without Retry-After makes pushes wait longer each time, and once for all that were in flight together', async () => {
    const { pushAll, pushEndpoint, pushTimesMs } = await startBulk();
    pushEndpoint.answerNext(...times(8, busy()));
    await pushAll(itemsOf(4), { concurrency: 4 });
    assert.deepEqual(pushTimesMs(), [...times(4, 0), ...times(4, 500), ...times(4, 1500)]);
  });

  it('begins with a short pause again once a push has succeeded', async () => {
    const { pushAll, pushEndpoint, pushTimesMs } = await startBulk();
    pushEndpoint.answerNext(busy(), busy(), withJson(200, {}), busy());
    await pushAll(itemsOf(2), { concurrency: 1 });
    assert.deepEqual(pushTimesMs(), [0, 500, 1500, 1500, 2000]);
  });

  it('does not count as a failed attempt, up to twenty of them', async () => {
    const patient = await startBulk();
    patient.pushEndpoint.answerNext(...times(20, busy({ 'retry-after': '1' })));
    const [taken] = await patient.pushAll([item('1')], { maxAttempts: 1 });
    assert.deepEqual([taken?.ok, taken?.attempts], [true, 21]);

    const hopeless = await startBulk();
    hopeless.pushEndpoint.answerEvery(busy({ 'retry-after': '1' }));
    const [result] = await hopeless.pushAll([item('1')]);
    assert(result && !result.ok);
    assert.deepEqual([result.error.code, result.attempts], ['rate_limited', 21]);
  });

  it('has the same effect as a 503 with Retry-After, which makes every push wait', async () => {
    const { pushAll, pushEndpoint, pushTimesMs } = await startBulk();
    pushEndpoint.answerNext(withErrors(503, 'Busy.', { 'retry-after': '20' }));
    await pushAll(itemsOf(3), { concurrency: 1 });
    assert.deepEqual(pushTimesMs(), [0, 20_000, 20_000, 20_000]);
  });
});
