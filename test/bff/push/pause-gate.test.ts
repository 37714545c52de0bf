import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PauseGate } from 'vaultlink/bff';
import { createPauseGate } from '../../../src/bff/push/pause-gate.ts';
import { withErrors } from '../../support/service/answers.ts';
import { itemsOf, startBulk } from './setup.ts';

describe('a gate that is given to pushMany', () => {
  it('is passed by each push, and learns of pauses and successes', async () => {
    const calls: string[] = [];
    const gate: PauseGate = {
      pass: () => Promise.resolve(calls.push('pass')),
      pause: (ticket, retryAfterSeconds) => void calls.push(`pause ${ticket} ${retryAfterSeconds}`),
      succeeded: (ticket) => void calls.push(`succeeded ${ticket}`),
    };
    const { pushAll, pushEndpoint } = await startBulk();
    pushEndpoint.answerNext(withErrors(429, 'Slow down.', { 'retry-after': '7' }));
    await pushAll(itemsOf(2), { concurrency: 1, gate });
    assert.deepEqual(calls, ['pass', 'pause 1 7', 'pass', 'succeeded 3', 'pass', 'succeeded 5']);
  });

  it('reports for how long it is closed', () => {
    const closed: number[] = [];
    const time = { now: () => 0, sleep: () => Promise.resolve(), random: () => 1 };
    const gate = createPauseGate(time, (milliseconds) => closed.push(milliseconds));
    gate.pause(0, undefined);
    gate.pause(1, 120);
    gate.pause(2, 3);
    assert.deepEqual(closed, [500, 120_000, 120_000]);
  });
});
