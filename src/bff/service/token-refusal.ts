import { processRefreshTokenResponse, WWWAuthenticateChallengeError } from 'oauth4webapi';
import { VaultError } from '../../protocol/index.ts';
import type { VaultErrorCode } from '../../protocol/index.ts';
import { errorOf, jsonOf } from './request.ts';
import type { TransportResponse } from './service-transport.ts';

/** A response of the token endpoint with its body. */
export interface TokenAnswer extends TransportResponse {
  text: string;
  /** When it arrived by the backend's clock, in milliseconds since 1970. */
  receivedAtMs: number;
  /** Secrets that were sent, to be redacted. */
  secrets: string[];
}

/**
 * Error codes for a grant or code that is no longer valid. The interface documents no codes; the first is the one of OAuth. @see interface §7, RFC
 * 6749 section 5.2
 */
const ENDED: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_token', 'expired_token']);

/** Error codes for mistakes in the configuration. @see RFC 6749 section 5.2 */
const MISCONFIGURED: ReadonlySet<string> = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_redirect_uri',
  'redirect_uri_mismatch',
]);

/** Error codes for a refused client, whichever grant it sends. @see RFC 6749 section 5.2 */
const OF_CLIENT: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

/** Errors that every other grant would cause as well. Kept separately, because the fields of {@link VaultError} are fixed. */
const refusalsOfEveryGrant = new WeakSet<VaultError>();

/**
 * Returns whether the error affects every grant: the client is refused, or the URL of the token endpoint is wrong. A 401 or 403 without an error code
 * may affect only one grant.
 */
export const refusesEveryGrant = (error: VaultError): boolean => refusalsOfEveryGrant.has(error);

/** Known error codes of refusals. Kept separately, too. */
const reasons = new WeakMap<VaultError, string>();

/** Returns the error code of a refusal if it is one that this module knows: any other may be text of the service. */
export const knownReasonOf = (error: VaultError): string | undefined => reasons.get(error);

/** Marks an error for {@link refusesEveryGrant}. @returns the same error */
function asRefusalOfEveryGrant(error: VaultError): VaultError {
  refusalsOfEveryGrant.add(error);
  return error;
}

/**
 * Returns the error for a response of the token endpoint that is not 2xx.
 *
 * @param nowMs real time in milliseconds since 1970
 * @see interface §7
 */
export async function refusalOf(answer: TokenAnswer, nowMs: number): Promise<VaultError> {
  const error = errorOf(answer, answer.text, answer.secrets, nowMs);
  const { message, messages, retryAfterSeconds } = error;
  const { status } = answer;
  const as = (code: VaultErrorCode) =>
    new VaultError(code, message, { status, messages, retryAfterSeconds });

  if (status < 400) {
    const sentence = 'The token endpoint redirects. Check the URL of the service.';
    return asRefusalOfEveryGrant(new VaultError('configuration_error', sentence, { status }));
  }
  if (status >= 500 || status === 408) return as('service_error');
  if (status === 429) return as('rate_limited');
  const reason = reasonOf(answer) ?? (await challengeOf(answer));
  if (reason !== undefined && ENDED.has(reason))
    return withReason(as('reconnect_required'), reason);
  if (reason !== undefined && MISCONFIGURED.has(reason)) {
    const misconfigured = withReason(as('configuration_error'), reason);
    return OF_CLIENT.has(reason) ? asRefusalOfEveryGrant(misconfigured) : misconfigured;
  }
  // This URL has no token endpoint.
  if (status === 404 || status === 405) return asRefusalOfEveryGrant(as('configuration_error'));
  // The status for an unknown client is 401. @see RFC 6749 section 5.2
  if (status === 401 || status === 403) return as('configuration_error');
  return messages.length && reason === undefined ? error : as('service_error');
}

/** Notes the code for {@link knownReasonOf}. @returns the same error */
function withReason(error: VaultError, reason: string): VaultError {
  reasons.set(error, reason);
  return error;
}

/** Builds the `Response` that `oauth4webapi` reads. */
export function responseOf({ status, headers, text }: TokenAnswer): Response {
  const fields = Object.entries(headers).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new Response(text, { status: status < 400 ? 200 : status, headers: fields });
}

/** Returns the error code in the body. */
function reasonOf({ text }: TokenAnswer): string | undefined {
  const reason = (jsonOf(text) as { error?: unknown } | null | undefined)?.error;
  return typeof reason === 'string' ? reason : undefined;
}

/** Returns the error code in a `WWW-Authenticate` header, which some servers send instead of one in the body. @see RFC 6750 section 3 */
async function challengeOf(answer: TokenAnswer): Promise<string | undefined> {
  try {
    await processRefreshTokenResponse({ issuer: '-' }, { client_id: '-' }, responseOf(answer));
  } catch (error) {
    // Use only the code, because the error contains the response.
    if (error instanceof WWWAuthenticateChallengeError) {
      return error.cause.map(({ parameters }) => parameters.error).find(Boolean);
    }
  }
  return undefined;
}
