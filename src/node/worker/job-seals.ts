import type { PushAttempts, PushItem } from '../../bff/index.ts';
import { createSealer } from '../../bff/grants/seal.ts';
import { asRefusalOfEveryGrant, refusesEveryGrant } from '../../bff/service/token-refusal.ts';
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

/** What is sealed of an error. */
type JobError = Pick<VaultError, 'code' | 'message' | 'messages'> & {
  /** Whether the service refuses whatever other lines ask for, too. */
  ofEveryGrant: boolean;
};

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
    sealError(jobId, error) {
      const { code, message, messages } = error;
      const ofEveryGrant = refusesEveryGrant(error);
      return seal('error', jobId, { code, message, messages, ofEveryGrant } satisfies JobError);
    },
    async openError(jobId, sealed) {
      const opened = (await open('error', jobId, sealed)) as JobError;
      const { code, message, messages, ofEveryGrant } = opened;
      const error = new VaultError(code, message, { messages });
      return ofEveryGrant ? asRefusalOfEveryGrant(error) : error;
    },
  };
}
