import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSignal } from '../../../src/node/check/signal.ts';

const LATE_MS = 600_000;

describe('A signal', () => {
  it('does not wait where the condition holds, or no time is left', async () => {
    const { until } = createSignal();
    await until(() => true, LATE_MS);
    await until(() => false, 0);
    await until(() => false, -1);
  });

  it('looks at the condition after each notification, and not after it has held', async () => {
    const signal = createSignal();
    let looks = 0;
    const waiting = signal.until(() => (looks += 1) === 3, LATE_MS);
    for (let count = 0; count < 5; count += 1) signal.notify();
    await waiting;
    assert.equal(looks, 3);
  });

  it('stops to look once the time is over', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const signal = createSignal();
    let looks = 0;
    let hasEnded = false;
    const waiting = signal
      .until(() => (looks += 1) < 0, 100)
      .then(() => {
        hasEnded = true;
      });
    t.mock.timers.tick(99);
    await Promise.resolve();
    assert.equal(hasEnded, false);
    t.mock.timers.tick(1);
    await waiting;
    signal.notify();
    assert.equal(looks, 1);
  });
});
