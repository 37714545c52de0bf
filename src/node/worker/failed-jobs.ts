import { isJobFailure, JOB_FAILURES } from './job.ts';
import type { PushQueue } from './queue.ts';

/** A failed job. No worker takes it until the operator retries it. Contains nothing of the push itself. */
export interface FailedJob {
  /** Id of the run, `-`, and the line number in the answers file. */
  id: string;
  /** `undefined` if `vaultlink push` did not create the job. */
  line: number | undefined;
  /** ISO 8601; `undefined` if the job in Redis is unreadable. */
  failedAt: string | undefined;
  /** A code for programs. */
  reason: string;
  /** The reason, for a person. */
  sentence: string;
}

/** The result of changing jobs in the list. */
interface FailedJobsChanged {
  changed: string[];
  /** Jobs that are not in the list or could not be changed. */
  unchanged: string[];
}

/** The failed jobs of a queue (dead letters). */
export interface FailedJobs {
  /** Yields the jobs in the order in which they failed. */
  list(): AsyncGenerator<FailedJob, void, undefined>;
  /** Moves jobs back into the queue. @param ids default: all */
  retry(ids?: readonly string[]): Promise<FailedJobsChanged>;
  /** Deletes jobs. @param ids default: all */
  remove(ids?: readonly string[]): Promise<FailedJobsChanged>;
}

/** Returns the list of failed jobs of a queue. */
export function failedJobsOf({ jobs }: Pick<PushQueue, 'jobs'>): FailedJobs {
  const allIds = () => jobs.getRanges(['failed'], 0, -1, true);

  /** @returns `undefined` if the job no longer exists or is unreadable */
  const find = (id: string) => jobs.getJob(id).catch(() => undefined);

  async function change(
    chosen: readonly string[] | undefined,
    work: (id: string) => Promise<boolean>,
  ): Promise<FailedJobsChanged> {
    const failed = await allIds();
    const inList = new Set(failed);
    const done: FailedJobsChanged = { changed: [], unchanged: [] };
    for (const id of chosen ?? failed) {
      const isDone = inList.has(id) && (await work(id).catch(() => false));
      (isDone ? done.changed : done.unchanged).push(id);
    }
    return done;
  }

  return {
    async *list() {
      for (const id of await allIds()) {
        const job = await find(id);
        const [, line] = /^[0-9a-f]{32}-(\d+)$/.exec(id) ?? [];
        const { reason, sentence } = reasonOf(job?.failedReason);
        const failedAt = job?.finishedOn && new Date(job.finishedOn).toISOString();
        yield {
          id,
          line: line ? Number(line) : undefined,
          failedAt: failedAt || undefined,
          reason,
          sentence,
        };
      }
    },
    retry: (ids) =>
      change(ids, async (id) => {
        const job = await find(id);
        await job?.retry('failed');
        return job !== undefined;
      }),
    remove: (ids) => change(ids, async (id) => (await jobs.remove(id)) === 1),
  };
}

/** Converts the stored reason. Omits the messages of BullMQ, which may quote the data of a job. */
function reasonOf(reason: string | undefined): Pick<FailedJob, 'reason' | 'sentence'> {
  if (isJobFailure(reason)) return { reason, sentence: JOB_FAILURES[reason] };
  if (reason?.startsWith('job stalled')) {
    return {
      reason: 'workers_lost',
      sentence: 'Every worker that took this line stopped before it was done.',
    };
  }
  return { reason: 'unreadable', sentence: 'The job in Redis was not created by vaultlink.' };
}
