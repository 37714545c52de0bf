import type { Job } from 'bullmq';
import type { PushAttempts } from '../../bff/index.ts';

/** The form of a job that this version writes. Jobs without a version have the form 1. */
export const JOB_VERSION = 1;

/** What Redis holds of a push. */
export interface JobData {
  version?: number;
  /** Whose answers, which, and for which packet: sealed. */
  push: string;
  /** What was tried before: by workers that gave it back, or by an earlier run. */
  attempts?: number;
  unknownAttempts?: number;
}

/** What a worker says of a push, as it stands in Redis: no answers, and not what the service replied. */
export type JobResult = PushAttempts &
  (
    | { ok: true }
    | {
        ok: false;
        /** Sealed, since the service's own sentences may quote an answer. */
        error: string;
      }
  );

/** A push in the queue. */
export type PushJob = Job<JobData, JobResult>;

/** Why a worker has put a job into the list of failed jobs. These codes stand in Redis as the job's reason; the sentences are for people. */
export const JOB_FAILURES = {
  cannot_be_opened:
    'No key here opens it: VAULTLINK_KEYS, VAULTLINK_DEPLOYMENT_ID and VAULTLINK_BASE_URL of a worker must be those of "vaultlink push --queue".',
  newer_version: 'A newer version of vaultlink has written it: update the workers.',
} as const;

/** One of {@link JOB_FAILURES}. */
export type JobFailure = keyof typeof JOB_FAILURES;

/** Whether the reason why a job failed is one of {@link JOB_FAILURES}. */
export const isJobFailure = (reason: string | undefined): reason is JobFailure =>
  reason !== undefined && Object.hasOwn(JOB_FAILURES, reason);

/** What was tried by one worker and by those that gave the job back. */
export const sumOf = ({ data }: PushJob, tried: PushAttempts = NONE): PushAttempts => ({
  attempts: (data.attempts ?? 0) + tried.attempts,
  unknownAttempts: (data.unknownAttempts ?? 0) + tried.unknownAttempts,
});

/** All that was tried. A worker that was lost may have sent the push, and nobody knows. */
export function tallyOf(job: PushJob, tried?: PushAttempts): PushAttempts {
  const { attempts, unknownAttempts } = sumOf(job, tried);
  const { stalledCounter: lost } = job;
  return { attempts: attempts + lost, unknownAttempts: unknownAttempts + lost };
}

const NONE: PushAttempts = { attempts: 0, unknownAttempts: 0 };
