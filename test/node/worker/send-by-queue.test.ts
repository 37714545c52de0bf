import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createSignal } from '../../support/signal.ts';
import type { LineItem } from '../../../src/node/push/lines-to-send.ts';
import type { LineSent, Sender } from '../../../src/node/push/sender.ts';
import type { JobSeals } from '../../../src/node/worker/job-seals.ts';
import type { PushQueue } from '../../../src/node/worker/queue.ts';
import { sendByQueue } from '../../../src/node/worker/send-by-queue.ts';

/** Lets everything go on that does not wait for time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

/** What Redis holds of the only job there is. */
interface Job {
  data: { unknownAttempts?: number };
  stalledCounter: number;
}

/**
 * A queue with one job, whose events arrive as late as they may.
 *
 * @param beforeRemoval what a worker does between the moment the producer has read the job and the one in which it removes it
 * @param removed when its removal is told
 */
function queueOf(
  beforeRemoval: (job: Job, events: EventEmitter) => void,
  removed = Promise.resolve(),
) {
  const events = new EventEmitter();
  let job: Job | undefined;
  const jobs = {
    getRanges: () => Promise.resolve([]),
    add: (_: string, data: Job['data']) => {
      job = { data: { ...data }, stalledCounter: 0 };
      return Promise.resolve(job);
    },
    getJob: () => Promise.resolve(job && structuredClone(job)),
    remove(jobId: string) {
      if (!job) return Promise.resolve(0);
      beforeRemoval(job, events);
      job = undefined;
      void removed.then(() => events.emit('removed', { jobId, prev: 'wait' }));
      return Promise.resolve(1);
    },
  };
  const queue = {
    jobs,
    isUnattended: () => Promise.resolve(false),
    watchAway: () => () => undefined,
    listen: () => Promise.resolve(events),
  };
  return queue as unknown as PushQueue;
}

/** Sends by this queue. @param waitUntilWritten waits until the results so far are on the disk */
function senderOf(queue: PushQueue, waitUntilWritten = () => Promise.resolve()): Promise<Sender> {
  const seals = { sealPush: () => Promise.resolve('sealed') } as unknown as JobSeals;
  const run = { id: 'run', isSettled: () => false, hasFailed: () => false };
  const noOther = { isRetried: () => false, isInDoubt: () => false, say: () => undefined };
  return sendByQueue(queue, seals, { ...run, ...noOther, waitUntilWritten });
}

/** The only line, once its run has been stopped. */
async function stopped(queue: PushQueue): Promise<LineSent[]> {
  const stop = new AbortController();
  const sender = await senderOf(queue);
  async function* items() {
    yield { line: 1 } as LineItem;
    await Promise.resolve();
    stop.abort();
  }
  const lines: LineSent[] = [];
  for await (const line of sender.pushMany(items(), { concurrency: 2, signal: stop.signal })) {
    lines.push(line);
  }
  return lines;
}

describe('sending by a queue', () => {
  it('removes a job only after the result of its line is on the disk', async () => {
    const steps: string[] = [];
    const queue = queueOf(() => void steps.push('removed'));
    const events = (await queue.listen()) as unknown as EventEmitter;
    const sender = await senderOf(queue, async () => {
      await settle();
      steps.push('written');
    });
    async function* items() {
      yield { line: 1 } as LineItem;
      await settle();
      const returnvalue = { ok: true, attempts: 1, unknownAttempts: 0 };
      events.emit('completed', { jobId: 'run-1', returnvalue });
    }
    const { signal } = new AbortController();
    for await (const { ok } of sender.pushMany(items(), { concurrency: 2, signal }))
      steps.push(ok ? 'accepted' : 'failed');
    assert.deepEqual(steps, ['accepted', 'written', 'removed']);
  });
});

describe('sending by a queue, once it is stopped', () => {
  it('knows that a line was not sent which no worker has had', async () => {
    const [line] = await stopped(queueOf(() => undefined));
    assert.deepEqual([line?.ok, line?.attempts, line?.unknownAttempts], [false, 0, 0]);
  });

  it('knows that a line may have been sent which a worker gave back while its removal was under way', async () => {
    const queue = queueOf((job, events) => {
      job.data.unknownAttempts = 1;
      events.emit('waiting', { jobId: 'run-1', prev: 'active' });
    });
    const [line] = await stopped(queue);
    assert.deepEqual([line?.ok, line?.unknownAttempts], [false, 1]);
  });

  it('knows that a line was not sent whose removal is told late', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] });
    const removed = createSignal();
    const lines = stopped(queueOf(() => undefined, removed.promise));
    await settle();
    context.mock.timers.tick(5000);
    await settle();
    removed.resolve();
    const [line] = await lines;
    assert.deepEqual([line?.ok, line?.attempts, line?.unknownAttempts], [false, 0, 0]);
  });

  it('gives a line up, as one that may have been sent, whose removal is never told', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] });
    const lines = stopped(queueOf(() => undefined, createSignal().promise));
    for (const after of [5000, 5000]) {
      await settle();
      context.mock.timers.tick(after);
    }
    const [line] = await lines;
    assert.deepEqual([line?.ok, line?.unknownAttempts], [false, 1]);
  });
});
