import { PassThrough } from 'node:stream';
import type { PushAttempts, PushItem, PushResult, VaultBff } from '../../bff/index.ts';
import { isVaultError } from '../../protocol/index.ts';
import type { VaultError } from '../../protocol/index.ts';
import type { JobResult, JobSeals } from './job-seals.ts';
import type { PushJob, PushQueue, TakeOptions } from './queue.ts';
import { sharedGate } from './shared-gate.ts';

/** What a worker has done so far. */
interface WorkCounts {
  /** Pushes that the service has taken. */
  ok: number;
  failed: number;
  /** Jobs that others go on with. */
  givenBack: number;
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
  /** Told once, where jobs cannot be opened: they are given back, and whoever started the worker stops it. */
  onMisconfigured: (error: VaultError) => void;
}

/** A push that a job is about, and who waits for what becomes of it. `undefined`: it was not begun. */
interface JobItem extends PushItem {
  ended: (result: PushResult | undefined) => void;
}

/** Pushes what the jobs of a queue are about, as one long run. */
export async function startWork(options: WorkOptions): Promise<Work> {
  const { queue, bff, seals, concurrency, onMisconfigured } = options;
  // The engine, loaded here, is told below that a job goes back.
  const { WaitingError } = await import('bullmq');
  const counts = { ok: 0, failed: 0, givenBack: 0 };
  const stopping = new AbortController();
  const items = new PassThrough({ objectMode: true });
  const begun = new Set<JobItem>();

  async function pushAll(): Promise<void> {
    const { signal } = stopping;
    const gate = sharedGate(queue);
    for await (const result of bff.pushMany<JobItem>(items, { concurrency, gate, signal })) {
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
    let item: PushItem;
    try {
      item = await seals.openPush(id, job.data.push);
    } catch (error) {
      if (isVaultError(error)) onMisconfigured(error);
      return giveBack(job, token);
    }
    const result = await push(item);
    if (!result || (!result.ok && result.isGivenUp)) return giveBack(job, token, result);
    if (result.ok) counts.ok += 1;
    else counts.failed += 1;
    const tally = tallyOf(job, result);
    if (result.ok) return { ok: true, ...tally };
    return { ok: false, error: await seals.sealError(id, result.error), ...tally };
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

/** What was tried by this worker and by those that gave the job back. */
const sumOf = ({ data }: PushJob, { attempts, unknownAttempts }: PushAttempts): PushAttempts => ({
  attempts: (data.attempts ?? 0) + attempts,
  unknownAttempts: (data.unknownAttempts ?? 0) + unknownAttempts,
});

/** All that was tried. A worker that was lost may have sent the push, and nobody knows. */
function tallyOf(job: PushJob, tried: PushAttempts): PushAttempts {
  const { attempts, unknownAttempts } = sumOf(job, tried);
  const { stalledCounter: lost } = job;
  return { attempts: attempts + lost, unknownAttempts: unknownAttempts + lost };
}
