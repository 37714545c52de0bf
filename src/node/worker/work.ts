import { PassThrough } from 'node:stream';
import type { PushAttempts, PushItem, PushResult, VaultBff } from '../../bff/index.ts';
import type { JobSeals } from './job-seals.ts';
import { JOB_VERSION, addAttempts, countAllAttempts } from './job.ts';
import type { JobData, JobFailure, JobResult, PushJob } from './job.ts';
import type { PushQueue, TakeOptions } from './queue.ts';
import { createSharedGate } from './shared-gate.ts';

/** Numbers of the lines that a worker has handled so far. */
interface WorkCounts {
  /** Pushes that the service has accepted. */
  ok: number;
  failed: number;
  /** Jobs returned to the queue for other workers. */
  givenBack: number;
  /** Jobs that this worker cannot read and has moved to the list of failed jobs. */
  unreadable: number;
}

/** A running worker. */
export interface Work {
  counts: Readonly<WorkCounts>;
  /** Takes no further jobs, waits for requests in flight, and returns waiting jobs to the queue. */
  stop(): Promise<void>;
}

/** Options of {@link startWork}. */
export interface WorkOptions extends TakeOptions {
  queue: PushQueue;
  bff: VaultBff;
  seals: JobSeals;
  /** Milliseconds for which the service may refuse every token before the waiting pushes fail. */
  outageTimeoutMs: number;
  onOutage: (isOutage: boolean) => void;
  /** Called once for each reason why a job cannot be read. The job moves to the list of failed jobs. */
  onUnreadable: (failure: JobFailure) => void;
  /** Called once if none of the first jobs opens, most likely because of wrong keys. The caller should then stop the worker. */
  onMisconfigured: () => void;
}

/** A worker that has opened none of this many first jobs counts as misconfigured. Otherwise it would move all jobs to the list of failed jobs. */
const MAX_UNOPENED_AT_START = 10;

/** A push and the callback for its result, which is `undefined` if the push was not started. */
interface JobItem extends PushItem {
  ended: (result: PushResult | undefined) => void;
}

/** Starts a worker, which pushes the jobs of a queue in one long run. */
export async function startWork(options: WorkOptions): Promise<Work> {
  const { queue, bff, seals, onUnreadable, onMisconfigured } = options;
  const { concurrency, outageTimeoutMs, onOutage } = options;
  // These errors tell BullMQ that a job was returned or has failed permanently.
  const { UnrecoverableError, WaitingError } = await import('bullmq');
  const counts = { ok: 0, failed: 0, givenBack: 0, unreadable: 0 };
  const saidFailures = new Set<JobFailure>();
  let hasOpened = false;
  let unopened = 0;
  const stopping = new AbortController();
  const items = new PassThrough({ objectMode: true });
  const begun = new Set<JobItem>();

  async function pushAll(): Promise<void> {
    const { signal } = stopping;
    const gate = createSharedGate(queue);
    const outage = { outageTimeoutMs, onOutage, outlastsOutage: true };
    const run = { concurrency, gate, signal, ...outage };
    for await (const result of bff.pushMany<JobItem>(items, run)) {
      begun.delete(result.item);
      result.item.ended(result);
    }
    for (const { ended } of begun) ended(undefined);
  }

  const push = (item: PushItem) =>
    new Promise<PushResult | undefined>((ended) => {
      if (stopping.signal.aborted) {
        ended(undefined);
        return;
      }
      const jobItem = { ...item, ended };
      begun.add(jobItem);
      items.write(jobItem);
    });

  async function work(job: PushJob, token = ''): Promise<JobResult> {
    const id = job.id ?? '';
    const item = await openJob(job);
    const result = await push(item);
    const isLeft = !result || (!result.ok && result.isGivenUp && !result.haltedBy);
    if (isLeft) return returnToQueue(job, token, result);
    if (result.ok) counts.ok += 1;
    else counts.failed += 1;
    const tally = countAllAttempts(job, result);
    if (result.ok) return { ok: true, ...tally };
    return { ok: false, error: await seals.sealError(id, result), ...tally };
  }

  /** @throws UnrecoverableError, which moves the job to the list of failed jobs */
  async function openJob(job: PushJob): Promise<PushItem> {
    const { version, push: sealed } = dataOf(job);
    if ((version ?? JOB_VERSION) > JOB_VERSION) throw unreadable('newer_version');
    try {
      const item = await seals.openPush(job.id ?? '', sealed ?? '');
      hasOpened = true;
      return item;
    } catch {
      unopened += 1;
      if (!hasOpened && unopened === MAX_UNOPENED_AT_START) onMisconfigured();
      throw unreadable('cannot_be_opened');
    }
  }

  function unreadable(failure: JobFailure): Error {
    counts.unreadable += 1;
    if (!saidFailures.has(failure)) {
      saidFailures.add(failure);
      onUnreadable(failure);
    }
    return new UnrecoverableError(failure);
  }

  /** Returns the job to the queue, with its attempts, for another worker. */
  async function returnToQueue(job: PushJob, token: string, tried?: PushAttempts): Promise<never> {
    if (tried?.attempts) await job.updateData({ ...job.data, ...addAttempts(job, tried) });
    await job.moveToWait(token);
    counts.givenBack += 1;
    throw new WaitingError();
  }

  const worker = queue.take(work, options);
  const pushing = pushAll();
  return {
    counts,
    async stop() {
      stopping.abort();
      items.end();
      await Promise.all([pushing, queue.stop(worker)]);
    },
  };
}

/** Returns the data of a job, which another program may have written. */
function dataOf(job: PushJob): Partial<JobData> {
  const data: unknown = job.data;
  return typeof data === 'object' && data !== null ? data : {};
}
