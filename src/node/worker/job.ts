import type { Job } from 'bullmq';
import type { PushAttempts } from '../../bff/index.ts';

/** The format version of jobs that this release writes. Jobs without a version have format 1. */
export const JOB_VERSION = 1;

/** The data of a push in Redis. */
export interface JobData {
  version?: number;
  /** Subject, answers and packet, sealed. */
  push: string;
  /** Earlier attempts, by workers that returned the job to the queue or by an earlier run. */
  attempts?: number;
  unknownAttempts?: number;
}

/** The result of a push in Redis. Contains neither answers nor the service's response. */
export type JobResult = PushAttempts &
  (
    | { ok: true }
    | {
        ok: false;
        /** Sealed, because the service's messages may quote an answer. */
        error: string;
      }
  );

/** A queued push. */
export type PushJob = Job<JobData, JobResult>;

/** Reasons why a worker moves a job to the list of failed jobs. Redis stores the codes; the sentences are for people. */
export const JOB_FAILURES = {
  cannot_be_opened:
    'This worker has no key that opens the line. Give the worker the same VAULTLINK_KEYS, VAULTLINK_DEPLOYMENT_ID and VAULTLINK_BASE_URL as "vaultlink push --queue".',
  newer_version: 'A newer version of vaultlink wrote the line. Update the workers.',
} as const;

/** One of {@link JOB_FAILURES}. */
export type JobFailure = keyof typeof JOB_FAILURES;

/** Returns whether the reason of a failed job is one of {@link JOB_FAILURES}. */
export const isJobFailure = (reason: string | undefined): reason is JobFailure =>
  reason !== undefined && Object.hasOwn(JOB_FAILURES, reason);

/** Adds the attempts of this worker to those that the job already records. */
export const addAttempts = ({ data }: PushJob, tried: PushAttempts = NONE): PushAttempts => ({
  attempts: (data.attempts ?? 0) + tried.attempts,
  unknownAttempts: (data.unknownAttempts ?? 0) + tried.unknownAttempts,
});

/** Counts all attempts. A lost worker counts as one unknown attempt, because it may have sent the push. */
export function countAllAttempts(job: PushJob, tried?: PushAttempts): PushAttempts {
  const { attempts, unknownAttempts } = addAttempts(job, tried);
  const { stalledCounter: lost } = job;
  return { attempts: attempts + lost, unknownAttempts: unknownAttempts + lost };
}

const NONE: PushAttempts = { attempts: 0, unknownAttempts: 0 };
