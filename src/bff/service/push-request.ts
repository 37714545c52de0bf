import { pushBody, pushPath, VaultError } from '../../protocol/index.ts';
import type { Answers, PushReply } from '../../protocol/index.ts';
import { TIMEOUT_MS } from '../config/bounds.ts';
import type { ServiceOptions } from '../config/bff-options.ts';
import { addressOf, errorOf, jsonOf, redacted, send, wholeTextOf } from './request.ts';

/**
 * Checks what is to be pushed, before a token is asked for.
 *
 * @throws VaultError `invalid_request` (no packet's id), `validation_failed`
 * @see interface §4.3
 */
export type Push = (packetId: string, answers: Answers) => SendPush;

/**
 * Pushes it, once a call.
 *
 * @returns the service's own JSON: whatever object comes with a 2xx, for a push that succeeded is no error
 * @throws VaultError `validation_failed` (with the service's `messages`), `rate_limited` (429, 425), `service_error`, `service_unreachable` (408, or
 *   no answer); see also {@link isUnauthorized}
 */
type SendPush = (accessToken: string) => Promise<PushReply>;

/** Whether a push failed because the service did not take the access token. @see interface §7 */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof VaultError && error.code === 'not_connected' && error.status === 401;

/**
 * @param now real time in milliseconds since 1970
 * @throws VaultError `configuration_error` where the address of the service is none
 */
export function createPush(service: ServiceOptions, now: () => number = Date.now): Push {
  const address = addressOf(service);
  const timeoutMs = service.timeoutMs ?? TIMEOUT_MS.byDefault;
  return (packetId, answers) => {
    const url = address + pushPath(packetId);
    const body = JSON.stringify(pushBody(packetId, answers));
    return async (accessToken) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${accessToken}`,
      };
      const answer = await send(service, url, { method: 'POST', headers, body }, timeoutMs);
      const { response } = answer;
      const text = wholeTextOf(answer);
      if (!response.ok) throw errorOf(response, text, [accessToken], now());
      // What is passed on holds no token, even where the service repeats what it was sent.
      const reply = jsonOf(redacted(text, [accessToken]));
      if (isObject(reply)) return reply as unknown as PushReply;
      throw new VaultError('service_error', 'The service answered a push outside its interface.', {
        status: response.status,
      });
    };
  };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
