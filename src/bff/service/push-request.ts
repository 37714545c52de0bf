import { pushBody, pushPath, VaultError } from '../../protocol/index.ts';
import type { Answers, PushReply } from '../../protocol/index.ts';
import { TIMEOUT_MS } from '../config/bounds.ts';
import type { ServiceOptions } from '../config/bff-options.ts';
import {
  addressOf,
  errorOf,
  isSuccess,
  jsonOf,
  redactedJson,
  send,
  wholeTextOf,
} from './request.ts';

/**
 * Validates a push, before a token is needed.
 *
 * @throws VaultError `invalid_request` (not a packet id), `validation_failed`
 * @see interface §4.3
 */
export type PreparePush = (packetId: string, answers: Answers) => SendPush;

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

/** Questions that refusals name. Kept separately, because the fields of {@link VaultError} are fixed. */
const refusedQuestions = new WeakMap<VaultError, readonly string[]>();

/** Returns the questions of a push that the service names in the keys of `errors`. Empty for any other error. */
export const refusedQuestionsOf = (error: VaultError): readonly string[] =>
  refusedQuestions.get(error) ?? [];

/** Returns only names that the push itself has: any other key may be text that quotes an answer. `base` is a key of the interface. */
function questionsNamedIn(body: unknown, answers: Answers): string[] {
  const errors = isObject(body) && 'errors' in body ? body.errors : undefined;
  if (!isObject(errors)) return [];
  return Object.keys(errors).filter((key) => key !== 'base' && Object.hasOwn(answers, key));
}

/**
 * Creates a {@link PreparePush}.
 *
 * @param now real time in milliseconds since 1970
 * @throws VaultError `configuration_error` if the URL of the service is invalid
 */
export function createPush(service: ServiceOptions, now: () => number = Date.now): PreparePush {
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
      const response = await send(service, { method: 'POST', url, headers, body, timeoutMs });
      const text = wholeTextOf(response);
      if (!isSuccess(response)) {
        const error = errorOf(response, text, [accessToken], now());
        refusedQuestions.set(error, questionsNamedIn(jsonOf(text), answers));
        throw error;
      }
      // Redact the token, in case the service echoes the request. In the text itself it may be escaped.
      const reply = redactedJson(jsonOf(text), [accessToken]);
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
