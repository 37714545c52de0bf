import { concurrently } from '../../bff/operating.ts';
import { isVaultError, VaultError } from '../../protocol/index.ts';
import type { LineItem } from '../push/lines-to-send.ts';
import type { LineSent, Sender, SenderRun, SendOutcome } from '../push/sender.ts';
import type { JobSeals } from './job-seals.ts';
import { isJobFailure, JOB_FAILURES, JOB_VERSION, countAllAttempts } from './job.ts';
import type { JobFailure, JobResult } from './job.ts';
import { MAX_LOSSES, type PushQueue } from './queue.ts';
import { watchWorkers } from './watch-workers.ts';

/** Remove jobs in batches of this size, after their results are on the disk. */
const MAX_WRITTEN = 256;

/** Only lines on their way into the queue are in doubt after a crash, so record few at a time. */
const MAX_NOTED = 32;

/** Look up the jobs after this time without events: an event is sent once and may be lost. */
const QUIET_MS = 5000;

/** Seconds for which results are kept for a producer that does not come back: seven days. */
const KEPT_SECONDS = 7 * 86_400;

/** The end of a job: its result; the reason why no worker can read it; all its workers were lost; the producer removed it; or unknown. */
type Ended = JobResult | JobFailure | 'workers-lost' | 'taken-back' | 'unknown';

/** A line whose job is in the queue or being added. */
interface Waiting {
  isAdded: boolean;
  /** Number of times that a worker has returned the job to the queue, according to events. */
  givenBack: number;
  /** Set if the line may have been sent, according to the queue. */
  isInDoubt: boolean;
  /** Number of times that its job was missing while this run stops. */
  missed: number;
  end: (ended: Ended) => void;
}

/**
 * Sends lines through the workers of a queue. The job id consists of run and line, so jobs that an earlier run has left in the queue are awaited
 * instead of added again.
 */
export async function sendByQueue(
  queue: PushQueue,
  seals: JobSeals,
  run: SenderRun,
): Promise<Sender> {
  const { jobs } = queue;
  const waiting = new Map<string, Waiting>();
  const failing = new AbortController();
  /** Rejects once Redis is away while this run stops: its commands would wait without limit. */
  const abandoning = new AbortController();
  const abandoned = new Promise<never>((_, reject) => {
    abandoning.signal.addEventListener('abort', () => reject(REDIS_IS_AWAY));
  });
  abandoned.catch(() => undefined);
  const unlessAbandoned = <T>(promise: Promise<T>) => Promise.race([promise, abandoned]);
  let failure: VaultError | undefined;
  let isQuiet = true;
  let isStopping = false;
  /** Lines whose jobs stay in the list of failed jobs for the operator. */
  const unreadable = new Set<number>();

  const idOf = (line: number) => `${run.id}-${line}`;

  function end(id: string, ended: Ended): void {
    isQuiet = false;
    waiting.get(id)?.end(ended);
  }

  function failRun(reason: unknown): void {
    const { message } = reason as Error;
    failure ??= isVaultError(reason)
      ? reason
      : new VaultError('store_unavailable', `The queue accepts no lines (${message}).`);
    failing.abort();
  }

  /** Looks up how a job ended, independent of events. */
  async function lookUpJob(id: string): Promise<void> {
    const line = waiting.get(id);
    const wasAdded = line?.isAdded;
    const job = await jobs.getJob(id);
    if (job?.finishedOn) {
      end(id, job.failedReason ? endOfFailed(job.failedReason) : job.returnvalue);
    } else if (!job && wasAdded) {
      if (isStopping) line.missed += 1;
      // The job may have just been removed, with the event still on its way.
      if (line.missed !== 1) end(id, 'unknown');
    }
  }

  /** Removes the job before a worker takes it. If a worker has locked it, waits for the result instead. */
  async function removeUnstartedJob(id: string): Promise<void> {
    const line = waiting.get(id);
    const givenBack = line?.givenBack;
    const job = await jobs.getJob(id);
    if (!job || job.finishedOn || !line || line.givenBack !== givenBack) return;
    line.isInDoubt = Boolean(job.data.unknownAttempts) || job.stalledCounter > 0;
    await jobs.remove(id);
  }

  async function send(item: LineItem, signal: AbortSignal): Promise<LineSent> {
    const id = idOf(item.line);
    let end: Waiting['end'] = () => undefined;
    const ended = new Promise<Ended>((resolve) => (end = resolve));
    const line = { isAdded: false, givenBack: 0, isInDoubt: false, missed: 0, end };
    waiting.set(id, line);
    try {
      const push = await seals.sealPush(id, item);
      const doubt = run.isInDoubt(item.line) ? ONE_IN_DOUBT : {};
      const data = { version: JOB_VERSION, push, ...doubt };
      await unlessAbandoned(jobs.add('push', data, { jobId: id, ...KEPT }));
      line.isAdded = true;
      if (signal.aborted) await unlessAbandoned(removeUnstartedJob(id));
      const result = resultOf(item.line, await unlessAbandoned(ended));
      return { item, ...(await unlessAbandoned(result)), isWhole: true };
    } catch (reason) {
      failRun(reason);
      return { item, ...NOBODY_KNOWS };
    } finally {
      waiting.delete(id);
    }
  }

  async function resultOf(line: number, ended: Ended): Promise<SendOutcome> {
    const id = idOf(line);
    if (ended === 'workers-lost') return WORKERS_LOST;
    if (ended === 'taken-back') return TAKEN_BACK;
    if (ended === 'unknown') return NOBODY_KNOWS;
    if (typeof ended === 'string') return unreadableResult(line, ended);
    if (ended.ok) return ended;
    const { error, haltedBy } = await seals.openError(id, ended.error).catch(() => UNREAD);
    return { ...ended, error, isGivenUp: false, ...(haltedBy && { haltedBy }) };
  }

  /** Includes the attempts of workers that returned the job to the queue. */
  async function unreadableResult(line: number, failure: JobFailure): Promise<SendOutcome> {
    unreadable.add(line);
    const job = await jobs.getJob(idOf(line));
    const error = new VaultError('configuration_error', JOB_FAILURES[failure]);
    return { ok: false, error, isGivenUp: false, ...(job ? countAllAttempts(job) : ONE_IN_DOUBT) };
  }

  async function removeJobs(ids: readonly string[]): Promise<void> {
    await run.waitUntilWritten();
    await unlessAbandoned(Promise.all(ids.map((id) => jobs.remove(id))));
  }

  /** Removes jobs whose results are already on the disk: an earlier run may have stopped between the two. */
  async function removeSettledJobs(): Promise<void> {
    const finished = await jobs.getRanges(['completed', 'failed'], 0, -1);
    const lineOf = (id: string) => Number(id.slice(run.id.length + 1));
    const isSettled = (id: string) => id.startsWith(`${run.id}-`) && run.isSettled(lineOf(id));
    const isKept = async (id: string) => {
      const line = lineOf(id);
      const job = await jobs.getJob(id);
      // Keep the job in the list of failed jobs, unless this run sends the line again.
      if (isJobFailure(job?.failedReason)) return !run.isRetried(line);
      // The operator retried the job after this run had recorded its failure.
      return run.hasFailed(line) && job?.returnvalue.ok === true;
    };
    const remove = async (id: string) => (await isKept(id)) || jobs.remove(id);
    await Promise.all(finished.filter(isSettled).map(remove));
  }

  async function* pushMany(
    items: AsyncIterable<LineItem>,
    options: { concurrency: number; signal: AbortSignal },
  ): AsyncGenerator<LineSent, void, undefined> {
    const signal = AbortSignal.any([options.signal, failing.signal]);
    const eachWaiting = (what: (id: string) => Promise<void>) => {
      for (const id of waiting.keys()) what(id).catch(failRun);
    };
    let unwatchAway: (() => void) | undefined;
    const stop = () => {
      isStopping = true;
      unwatchAway = queue.watchAway(() => abandoning.abort());
      eachWaiting(removeUnstartedJob);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
    const timer = setInterval(() => {
      if (isQuiet) eachWaiting(lookUpJob);
      // A stopped worker keeps its lock for a while.
      if (isQuiet && isStopping) eachWaiting(removeUnstartedJob);
      isQuiet = true;
    }, QUIET_MS);
    const unwatch = watchWorkers(queue, (sentence) => run.say(sentence));
    const written: string[] = [];
    try {
      for await (const sent of concurrently(items, send, { ...options, signal })) {
        yield sent;
        if (unreadable.delete(sent.item.line) || (!sent.ok && sent.isGivenUp)) continue;
        written.push(idOf(sent.item.line));
        if (written.length >= MAX_WRITTEN) await removeJobs(written.splice(0));
      }
      await removeJobs(written);
    } finally {
      clearInterval(timer);
      unwatch();
      unwatchAway?.();
    }
    if (failure) throw failure;
  }

  const events = await queue.listen();
  events.on('completed', ({ jobId, returnvalue }) =>
    end(jobId, returnvalue as unknown as JobResult),
  );
  events.on('failed', ({ jobId, failedReason }) => end(jobId, endOfFailed(failedReason)));
  events.on('removed', ({ jobId, prev }) => {
    const isInDoubt = prev !== 'wait' || waiting.get(jobId)?.isInDoubt;
    if (isStopping) end(jobId, isInDoubt ? 'unknown' : 'taken-back');
  });
  events.on('waiting', ({ jobId, prev }) => {
    const line = waiting.get(jobId);
    if (!isStopping || !line) return;
    if (prev === 'active') {
      // A worker has returned the job. The data that `takeBack` read before does not include the attempts of that worker.
      line.givenBack += 1;
      line.isInDoubt = true;
    }
    removeUnstartedJob(jobId).catch(failRun);
  });
  events.on('duplicated', ({ jobId }) => {
    if (waiting.has(jobId)) lookUpJob(jobId).catch(failRun);
  });
  await removeSettledJobs();
  return { mostNoted: MAX_NOTED, pushMany, close: () => queue.close() };
}

const endOfFailed = (reason: string): Ended => (isJobFailure(reason) ? reason : 'workers-lost');

const REDIS_IS_AWAY = new VaultError(
  'store_unavailable',
  'Stopped without waiting for Redis, which is away. Run the command again to continue.',
);

const failed = (sentence: string, isGivenUp: boolean, tries: number): SendOutcome => ({
  ok: false,
  error: new VaultError('service_unreachable', sentence),
  isGivenUp,
  attempts: tries,
  unknownAttempts: tries,
});

const TAKEN_BACK = failed('The run stopped before the push was sent.', true, 0);
const NOBODY_KNOWS = failed('The queue has lost the line.', true, 1);
const WORKERS_LOST = failed(
  'Every worker that took this line stopped before it was done.',
  false,
  MAX_LOSSES + 1,
);

const UNREAD: Awaited<ReturnType<JobSeals['openError']>> = {
  error: new VaultError(
    'configuration_error',
    'The push failed. The reason is unreadable here, because the worker seals with a key that is not in VAULTLINK_KEYS of this machine.',
  ),
};

/** An attempt of an earlier run that the queue does not know of. */
const ONE_IN_DOUBT = { attempts: 1, unknownAttempts: 1 };

const KEPT = { removeOnComplete: { age: KEPT_SECONDS }, removeOnFail: { age: KEPT_SECONDS } };
