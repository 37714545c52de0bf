import { pushBody, pushPath, VaultError } from '../../protocol/index.ts';
import type { Answers, PushReply } from '../../protocol/index.ts';
import { TIMEOUT_MS } from '../config/bounds.ts';
import type { ServiceOptions } from '../config/bff-options.ts';
import { addressOf, errorOf, jsonOf, redacted, send, wholeTextOf } from './request.ts';

/**
 * Validates a push, before a token is needed.
 *
 * @throws VaultError `invalid_request` (not a packet id), `validation_failed`
 * @see interface §4.3
 */
export type Push = (packetId: string, answers: Answers) => SendPush;

/**
 * Sends a validated push, once per call.
 *
 * @returns the service's own JSON: any object in a 2xx response, because the push has succeeded
 * @throws VaultError `validation_failed` (with the service's `messages`), `rate_limited` (429, 425), `service_error`, `service_unreachable` (408, or
 *   no response); see also {@link isUnauthorized}
 */
type SendPush = (accessToken: string) => Promise<PushReply>;

/** Returns whether a push failed because the service refused the access token. @see interface §7 */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof VaultError && error.code === 'not_connected' && error.status === 401;

/**
 * Creates a {@link Push}.
 *
 * @param now real time in milliseconds since 1970
 * @throws VaultError `configuration_error` if the URL of the service is invalid
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
      // Redact the token, in case the service echoes the request.
      const reply = jsonOf(redacted(text, [accessToken]));
      if (isObject(reply)) return reply as unknown as PushReply;
      throw new VaultError(
        'service_error',
        'The service sent a response to a push that violates its interface.',
        {
          status: response.status,
        },
      );
    };
  };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
