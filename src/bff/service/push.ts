import { pushBody, pushPath, VaultError } from '../../protocol/index.ts';
import type { Answers, PushReply } from '../../protocol/index.ts';
import type { ServiceOptions } from '../options.ts';
import { addressOf, errorOf, jsonOf, send, textOf, TIMEOUT_MS } from './request.ts';

/**
 * Pushes answers, once.
 *
 * @returns the service's own JSON, unknown fields included
 * @throws VaultError `invalid_request` (no packet's id), `validation_failed` (with the service's `messages`, or ours before anything is sent),
 *   `rate_limited`, `service_error`, `service_unreachable`; see also {@link isUnauthorized}
 * @see interface §4.3
 */
export type Push = (accessToken: string, packetId: string, answers: Answers) => Promise<PushReply>;

/** Whether a push failed because the service did not take the access token. @see interface §7 */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof VaultError && error.code === 'not_connected' && error.status === 401;

/**
 * @param now real time in milliseconds since 1970
 * @throws VaultError `configuration_error` where the address of the service is none
 */
export function createPush(service: ServiceOptions, now: () => number = Date.now): Push {
  const address = addressOf(service);
  const timeoutMs = service.timeoutMs ?? TIMEOUT_MS;
  return async (accessToken, packetId, answers) => {
    const url = address + pushPath(packetId);
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(pushBody(packetId, answers)),
    };
    const response = await send(service, url, init, timeoutMs);
    const text = await textOf(response);
    if (!response.ok) throw errorOf(response, text, [accessToken], now());
    const reply = jsonOf(text);
    if (isPushReply(reply)) return reply;
    throw new VaultError('service_error', 'The service answered a push outside its interface.', {
      status: response.status,
    });
  };
}

/** Not deeper than this: what is in a packet is for whoever pushed it. */
function isPushReply(value: unknown): value is PushReply {
  const reply = value as Partial<PushReply> | null | undefined;
  return typeof reply?.message === 'string' && typeof reply.sellers_packet?.id === 'string';
}
