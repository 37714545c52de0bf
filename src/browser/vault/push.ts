import { pushBody } from '../../protocol/push.ts';
import type { Answers, PushReply } from '../../protocol/push.ts';
import type { PushRequest } from '../../protocol/local.ts';
import { bffAddress, callBff } from './call.ts';
import type { VaultOptions } from './call.ts';

/**
 * Pushes answers into a packet of the connected user's vault.
 *
 * @param answers by the name of their question; `null` or `undefined` saves the question without an answer, `''` is an answer
 * @returns what the service answered
 * @throws VaultError `validation_failed` with the `messages` of the service, `not_connected` and `reconnect_required` where the user must
 *   connect (again), `rate_limited` with `retryAfterSeconds`, or another
 * @see interface §2.4 §4.3
 */
export async function pushAnswers(
  packetId: string,
  answers: Answers,
  { bffUrl }: VaultOptions = {},
): Promise<PushReply> {
  const { payload }: PushRequest = pushBody(packetId, answers);
  const path = `/packets/${encodeURIComponent(packetId)}/push`;
  return (await callBff(bffAddress(bffUrl, path), 'POST', { payload })) as PushReply;
}
