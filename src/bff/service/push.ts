import { VaultError } from '../../protocol/index.ts';
import type { Answers, PushReply } from '../../protocol/index.ts';
import type { ServiceOptions } from '../options.ts';

/** Pushes answers with an access token. */
export type Push = (accessToken: string, packetId: string, answers: Answers) => Promise<PushReply>;

/** Whether a push failed because the service did not take the access token. @see interface §7 */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof VaultError && error.code === 'not_connected' && error.status === 401;

/** Pushes to `service`. */
export function createPush(service: ServiceOptions): Push {

  throw new Error("Not yet.");
}
