import { PassThrough } from 'node:stream';
import type { PushAttempts, PushItem, PushResult, VaultBff } from '../../bff/index.ts';
import type { JobSeals } from './job-seals.ts';
import { JOB_VERSION, sumOf, tallyOf } from './job.ts';
import type { JobData, JobFailure, JobResult, PushJob } from './job.ts';
import type { PushQueue, TakeOptions } from './queue.ts';
import { sharedGate } from './shared-gate.ts';

/** What a worker has done so far. */
interface WorkCounts {
  /** Pushes that the service has taken. */
  ok: number;
  failed: number;
  /** Jobs that others go on with. */
  givenBack: number;
  /** Jobs that are in the list of failed jobs now, since this worker cannot read them. */
  unreadable: number;
}

/** A worker that takes jobs. */
export interface Work {
  counts: Readonly<WorkCounts>;
  /** Takes no further job, lets the requests that are out come to their end, and gives back what waits. */
  stop(): Promise<void>;
}

/** What a worker works with. */
export interface WorkOptions extends TakeOptions {
  queue: PushQueue;
  bff: VaultBff;
  seals: JobSeals;
  /** For how long the service may refuse every token, until the pushes that wait for it learn of that. */
  outageTimeoutMs: number;
  onOutage: (isOutage: boolean) => void;
  /** Called once for each reason why a job cannot be read. The job goes into the list of failed jobs. */
  onUnreadable: (failure: JobFailure) => void;
  /** Called once, where none of the first jobs can be opened: most likely the keys of this worker are wrong. Whoever started it stops it. */
  onMisconfigured: () => void;
}

/** A worker that could not open so many jobs, and has opened none, is taken for misconfigured: it would put all jobs into the list of failed ones. */
const MOST_UNOPENED_AT_START = 10;

/** A push that a job is about, and who waits for what becomes of it. `undefined`: it was not begun. */
interface JobItem extends PushItem {
  ended: (result: PushResult | undefined) => void;
}

/** Pushes what the jobs of a queue are about, as one long run. */
export async function startWork(options: WorkOptions): Promise<Work> {
  const { queue, bff, seals, onUnreadable, onMisconfigured } = options;
  const { concurrency, outageTimeoutMs, onOutage } = options;
  // The engine, loaded here, is told below that a job goes back, or has failed for good.
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
    const gate = sharedGate(queue);
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
    const item = await read(job);
    const result = await push(item);
    const isLeft = !result || (!result.ok && result.isGivenUp && !result.haltedBy);
    if (isLeft) return giveBack(job, token, result);
    if (result.ok) counts.ok += 1;
    else counts.failed += 1;
    const tally = tallyOf(job, result);
    if (result.ok) return { ok: true, ...tally };
    return { ok: false, error: await seals.sealError(id, result), ...tally };
  }

  /** @throws UnrecoverableError which puts the job into the list of failed jobs */
  async function read(job: PushJob): Promise<PushItem> {
    const { version, push: sealed } = dataOf(job);
    if ((version ?? JOB_VERSION) > JOB_VERSION) throw unreadable('newer_version');
    try {
      const item = await seals.openPush(job.id ?? '', sealed ?? '');
      hasOpened = true;
      return item;
    } catch {
      unopened += 1;
      if (!hasOpened && unopened === MOST_UNOPENED_AT_START) onMisconfigured();
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

  /** Another worker goes on, and knows what was tried. */
  async function giveBack(job: PushJob, token: string, tried?: PushAttempts): Promise<never> {
    if (tried?.attempts) await job.updateData({ ...job.data, ...sumOf(job, tried) });
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
      await Promise.all([pushing, worker.close()]);
    },
  };
}

/** What a job holds, whoever has written it. */
function dataOf(job: PushJob): Partial<JobData> {
  const data: unknown = job.data;
  return typeof data === 'object' && data !== null ? data : {};
}
