import { isJobFailure, JOB_FAILURES } from './job.ts';
import type { PushQueue } from './queue.ts';

/** A job that no worker takes any more, until somebody has it sent again. Holds nothing of what was to be pushed. */
export interface FailedJob {
  /** The name of its run, `-`, and its line in the file of answers. */
  id: string;
  /** `undefined`: the job was not made by `vaultlink push`. */
  line: number | undefined;
  /** ISO 8601. `undefined`: what Redis holds of the job cannot be read. */
  failedAt: string | undefined;
  /** A code. */
  reason: string;
  /** The reason for a person. */
  sentence: string;
}

/** What came of a request for jobs of the list. */
interface FailedJobsChanged {
  changed: string[];
  /** Those that are not in the list, or cannot be sent again. */
  unchanged: string[];
}

/** The list of failed jobs of a queue: the dead letters. */
export interface FailedJobs {
  /** In the order in which they failed. */
  list(): AsyncGenerator<FailedJob, void, undefined>;
  /** Lets workers take jobs again. @param ids default: all */
  retry(ids?: readonly string[]): Promise<FailedJobsChanged>;
  /** Removes jobs for good. @param ids default: all */
  remove(ids?: readonly string[]): Promise<FailedJobsChanged>;
}

/** Returns the list of failed jobs of a queue. */
export function failedJobsOf({ jobs }: Pick<PushQueue, 'jobs'>): FailedJobs {
  const allIds = () => jobs.getRanges(['failed'], 0, -1, true);

  /** @returns `undefined`: it is gone, or what Redis holds of it cannot be read */
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

/** What BullMQ says itself is left out: it may quote what a job holds. */
function reasonOf(reason: string | undefined): Pick<FailedJob, 'reason' | 'sentence'> {
  if (isJobFailure(reason)) return { reason, sentence: JOB_FAILURES[reason] };
  if (reason?.startsWith('job stalled')) {
    return {
      reason: 'workers_lost',
      sentence: 'Each worker that took it has ended before it did.',
    };
  }
  return { reason: 'unreadable', sentence: 'What Redis holds of it is no job of vaultlink.' };
}
