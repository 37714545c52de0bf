import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PauseGate } from 'vaultlink/bff';
import { createPauseGate } from '../../../src/bff/push/pause-gate.ts';
import { itemsOf, refused, startBulk } from './setup.ts';

describe('a gate that is given to pushMany', () => {
  it('is passed by each push, and told what the service says', async () => {
    const told: string[] = [];
    const gate: PauseGate = {
      pass: () => Promise.resolve(told.push('pass')),
      pause: (ticket, retryAfterSeconds) => void told.push(`pause ${ticket} ${retryAfterSeconds}`),
      succeeded: (ticket) => void told.push(`succeeded ${ticket}`),
    };
    const bulk = await startBulk({
      answer: () => (bulk.pushes().length === 1 ? refused(429, { 'Retry-After': '7' }) : undefined),
    });
    await bulk.all(itemsOf(2), { concurrency: 1, gate });
    assert.deepEqual(told, ['pass', 'pause 1 7', 'pass', 'succeeded 3', 'pass', 'succeeded 5']);
  });

  it('says for how long it is closed', () => {
    const closed: number[] = [];
    const time = { now: () => 0, sleep: () => Promise.resolve(), random: () => 1 };
    const gate = createPauseGate(time, (milliseconds) => closed.push(milliseconds));
    gate.pause(0, undefined);
    gate.pause(1, 120);
    gate.pause(2, 3);
    assert.deepEqual(closed, [500, 120_000, 120_000]);
  });
});
