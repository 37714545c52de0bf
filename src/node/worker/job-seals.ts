import type { PushAttempts, PushItem } from '../../bff/index.ts';
import { createSealer } from '../../bff/grants/seal.ts';
import { VaultError } from '../../protocol/index.ts';
import type { BackendSettings } from '../environment.ts';

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

/** Seals what a push in the queue is about, so that Redis holds nothing that could be read. */
export interface JobSeals {
  sealPush(jobId: string, push: PushItem): Promise<string>;
  /** @throws VaultError `configuration_error` where it was sealed for another service or deployment, or with a key that is not in the ring */
  openPush(jobId: string, sealed: string): Promise<PushItem>;
  sealError(jobId: string, error: VaultError): Promise<string>;
  /** @throws VaultError `configuration_error`, as {@link JobSeals.openPush} */
  openError(jobId: string, sealed: string): Promise<VaultError>;
}

/** Seals with the keys that grants are sealed with. Nothing opens at another job, or for another service. */
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
    openPush: async (jobId, sealed) => (await open('push', jobId, sealed)) as PushItem,
    sealError: (jobId, { code, message, messages }) =>
      seal('error', jobId, { code, message, messages }),
    async openError(jobId, sealed) {
      const { code, message, messages } = (await open('error', jobId, sealed)) as VaultError;
      return new VaultError(code, message, { messages });
    },
  };
}
