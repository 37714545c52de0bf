import type { PushItem } from '../../bff/index.ts';
import { createSealer } from '../../bff/operating.ts';
import { VaultError } from '../../protocol/index.ts';
import type { HaltedBy } from '../push/sender.ts';
import type { BackendSettings } from '../config/environment.ts';

/** The sealed fields of an error. */
interface JobError extends Pick<VaultError, 'code' | 'message' | 'messages'> {
  status?: number | undefined;
  haltedBy?: HaltedBy | undefined;
}

/** The error of a failed push. */
interface JobFailed {
  error: VaultError;
  haltedBy?: HaltedBy | undefined;
}

/** Seals the pushes in the queue, so that Redis holds nothing readable. */
export interface JobSeals {
  sealPush(jobId: string, push: PushItem): Promise<string>;
  /**
   * @throws VaultError `configuration_error` if it was sealed for another service or deployment, with a key that is not in the ring, or is not a push
   */
  openPush(jobId: string, sealed: string): Promise<PushItem>;
  sealError(jobId: string, failed: JobFailed): Promise<string>;
  /** @throws VaultError `configuration_error`, as {@link JobSeals.openPush} */
  openError(jobId: string, sealed: string): Promise<JobFailed>;
}

/** Creates seals with the keys of the grants. Sealed data opens only for the same job and service. */
export function createJobSeals({ service, keys, deploymentId }: BackendSettings['bff']): JobSeals {
  const sealer = createSealer(keys, { deploymentId });
  const contextOf = (kind: string, jobId: string) => JSON.stringify([kind, jobId, service.baseUrl]);
  const seal = (kind: string, jobId: string, value: unknown) =>
    sealer.seal(JSON.stringify(value), contextOf(kind, jobId));
  const open = async (kind: string, jobId: string, sealed: string): Promise<unknown> =>
    JSON.parse(await sealer.open(sealed, contextOf(kind, jobId)));

  return {
    sealPush: (jobId, { subject, packetId, answers }) =>
      seal('push', jobId, { subject, packetId, answers }),
    async openPush(jobId, sealed) {
      const push = await open('push', jobId, sealed);
      if (isPush(push)) return push;
      throw new VaultError('configuration_error', 'The opened data is not a push.');
    },
    sealError(jobId, { error: { code, message, messages, status }, haltedBy }) {
      const error: JobError = { code, message, messages, status, haltedBy };
      return seal('error', jobId, error);
    },
    async openError(jobId, sealed) {
      const opened = (await open('error', jobId, sealed)) as JobError;
      const { code, message, messages, status, haltedBy } = opened;
      const details = { messages, ...(status !== undefined && { status }) };
      return { error: new VaultError(code, message, details), haltedBy };
    },
  };
}

/** Returns whether a value has the form of a push. The push itself validates the details. */
function isPush(value: unknown): value is PushItem {
  const { subject, packetId, answers } = (value ?? {}) as Partial<Record<keyof PushItem, unknown>>;
  const isText = typeof subject === 'string' && typeof packetId === 'string';
  return isText && typeof answers === 'object' && answers !== null;
}
