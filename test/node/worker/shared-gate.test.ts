import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSharedGate } from '../../../src/node/worker/shared-gate.ts';

/** Whoever sleeps on must fail a test, not hold up all of them. */
const limit = { timeout: 120_000 };

const never = new AbortController().signal;

/** A queue that is paused for these times, one look after the other, and then no more. */
function queuePausedFor(...pauses: number[]) {
  const asked: number[] = [];
  let looks = 0;
  return {
    asked,
    looks: () => looks,
    pausedMs: () => Promise.resolve(pauses[looks++] ?? 0),
    pause: (milliseconds: number) => Promise.resolve(void asked.push(milliseconds)),
  };
}

describe('the gate of all workers', () => {
  it('stays closed for as long as the queue is paused by another', async () => {
    const queue = queuePausedFor(1, 1);
    await createSharedGate(queue).pass(never);
    assert.equal(queue.looks(), 3);
  });

  it('tells the queue how long the service asks to wait', async () => {
    const queue = queuePausedFor();
    const gate = createSharedGate(queue);
    gate.pause(await gate.pass(never), 120);
    assert.equal(Math.round((queue.asked[0] ?? 0) / 1000), 120);
  });

  it('looks once for all that ask at the same time', async () => {
    const queue = queuePausedFor();
    const gate = createSharedGate(queue);
    await Promise.all([gate.pass(never), gate.pass(never), gate.pass(never)]);
    assert.equal(queue.looks(), 1);
    await gate.pass(never);
    assert.equal(queue.looks(), 2);
  });

  it('holds up nobody who gives up', async () => {
    const stop = new AbortController();
    const passed = createSharedGate(queuePausedFor(3_600_000)).pass(stop.signal);
    stop.abort();
    await passed;
  });

  it(
    'holds up nobody who has given up by the time that the queue answers',
    limit,
    async (context) => {
      context.mock.timers.enable({ apis: ['setTimeout'] });
      const stop = new AbortController();
      const pausedMs = () => {
        stop.abort();
        return Promise.resolve(3_600_000);
      };
      await createSharedGate({ ...queuePausedFor(), pausedMs }).pass(stop.signal);
    },
  );

  it('is open where the queue does not answer: the service says itself when to wait', async () => {
    const pausedMs = () => Promise.reject(new Error('Redis is away.'));
    await createSharedGate({ ...queuePausedFor(), pausedMs }).pass(never);
  });
});
