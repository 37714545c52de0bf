import { pushBody } from '../../protocol/push.ts';
import type { Answers, PushReply } from '../../protocol/push.ts';
import type { PushRequest } from '../../protocol/local.ts';
import { bffAddress, callBff, objectIn, SERVICE_TIMEOUT_MS } from './bff-calls.ts';
import type { VaultOptions } from './bff-calls.ts';
import { markEndedByPush, vaultConnection } from './connection.ts';

/**
 * Pushes answers into a packet of the connected user's vault.
 *
 * @param answers by the name of their question; `null` or `undefined` saves the question without an answer, `''` is an answer
 * @returns the answer of the service
 * @throws VaultError `validation_failed` with the `messages` of the service, `not_connected` and `reconnect_required` if the user must
 *   connect (again), `rate_limited` with `retryAfterSeconds`, or another; after `service_unreachable` and `service_error` the answers may be saved all the same
 * @see interface §2.4 §4.3
 */
export async function pushAnswers(
  packetId: string,
  answers: Answers,
  { bffUrl }: VaultOptions = {},
): Promise<PushReply> {
  const { payload }: PushRequest = pushBody(packetId, answers);
  const url = bffAddress(bffUrl, `/packets/${encodeURIComponent(packetId)}/push`);
  const timeoutMs = SERVICE_TIMEOUT_MS;
  const before = vaultConnection({ bffUrl }).snapshot;
  try {
    const reply = objectIn(await callBff(url, { method: 'POST', body: { payload }, timeoutMs }));
    // Without the packet, nobody knows whether the answers are saved.
    objectIn(reply.sellers_packet);
    return reply as unknown as PushReply;
  } catch (error) {
    markEndedByPush(error, { bffUrl }, before);
    throw error;
  }
}
