import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { LineItem } from '../../../src/node/push/lines-to-send.ts';
import type { LineSent } from '../../../src/node/push/sender.ts';
import type { JobSeals } from '../../../src/node/worker/job-seals.ts';
import type { PushQueue } from '../../../src/node/worker/queue.ts';
import { sendByQueue } from '../../../src/node/worker/send-by-queue.ts';

/** What Redis holds of the only job there is. */
interface Job {
  data: { unknownAttempts?: number };
  stalledCounter: number;
}

/**
 * A queue with one job, whose events arrive as late as they may.
 *
 * @param beforeRemoval what a worker does between the moment the producer has read the job and the one in which it removes it
 */
function queueOf(beforeRemoval: (job: Job, events: EventEmitter) => void) {
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
      events.emit('removed', { jobId, prev: 'wait' });
      return Promise.resolve(1);
    },
  };
  return { jobs, listen: () => Promise.resolve(events) } as unknown as PushQueue;
}

/** The only line, once its run has been stopped. */
async function stopped(queue: PushQueue): Promise<LineSent[]> {
  const seals = { sealPush: () => Promise.resolve('sealed') } as unknown as JobSeals;
  const run = { id: 'run', isSettled: () => false, isInDoubt: () => false };
  const stop = new AbortController();
  const sender = await sendByQueue(queue, seals, { ...run, written: () => Promise.resolve() });
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
});
