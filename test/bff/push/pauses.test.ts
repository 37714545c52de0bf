import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PauseGate } from 'vaultlink/bff';
import { withErrors } from '../../support/service/answers.ts';
import { answerOf, item, itemsOf, startBulk } from './setup.ts';

const DAY_MS = 86_400_000;
const busy = (seconds: number) => withErrors(429, 'Slow down.', { 'retry-after': `${seconds}` });

/** A gate of the host that never waits. */
const openGate: PauseGate = {
  pass: () => Promise.resolve(0),
  pause: () => undefined,
  succeeded: () => undefined,
};

describe('a pause that pushMany shares with all pushes of the process', () => {
  for (const gate of [undefined, openGate]) {
    it(`holds back a run ${gate ? 'with a gate of the host' : 'of its own gate'} after a push outside of it, and fails no item`, async () => {
      const { pushAll, pushAlone, pushEndpoint, pushTimesMs } = await startBulk();
      pushEndpoint.answerNext(busy(60));
      await assert.rejects(pushAlone('ada'), { code: 'rate_limited', retryAfterSeconds: 60 });
      const results = await pushAll(itemsOf(3), { gate });
      assert.deepEqual(
        results.map(({ ok, attempts }) => [ok, attempts]),
        [true, true, true].map((ok) => [ok, 1]),
      );
      assert.deepEqual(pushTimesMs(), [0, 60_000, 60_000, 60_000]);
    });
  }

  it('holds back a push outside of a run after one of its items', async () => {
    const { pushAll, pushAlone, pushEndpoint } = await startBulk();
    pushEndpoint.answerNext(busy(60));
    await pushAll(itemsOf(1), { maxAttempts: 1, timeoutMs: 1000 });
    await assert.rejects(pushAlone('ada'), { code: 'rate_limited', retryAfterSeconds: 59 });
    assert.equal(pushEndpoint.requests.length, 1);
  });

  it('lets items with a valid token pass while the refreshes of others wait', async () => {
    const { pushAll, pushAlone, connect, service, tokenEndpoint, time, pushTimesMs } =
      await startBulk({ subjects: ['ada', 'bob'] });
    time.advance(DAY_MS);
    await connect('cy');
    service.forgetRequests();
    tokenEndpoint.answerNext(busy(60));
    await assert.rejects(pushAlone('ada'), { code: 'rate_limited' });
    const results = await pushAll([item('1', 'bob'), item('2', 'cy')]);
    assert.deepEqual(
      results.map(({ ok }) => ok),
      [true, true],
    );
    assert.deepEqual(service.pushEndpoint.requests.map(answerOf), ['2', '1']);
    assert.deepEqual(pushTimesMs(), [DAY_MS, DAY_MS + 60_000]);
  });
});
