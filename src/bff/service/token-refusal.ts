import { processRefreshTokenResponse, WWWAuthenticateChallengeError } from 'oauth4webapi';
import { VaultError } from '../../protocol/index.ts';
import type { VaultErrorCode } from '../../protocol/index.ts';
import { errorOf, jsonOf } from './request.ts';

/** An answer of the token endpoint, read. */
export interface TokenAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** By our clock, in milliseconds since 1970. */
  receivedAtMs: number;
  /** What was sent that nobody else may know. */
  secrets: string[];
}

/** The grant, or the code, does not count any more. The interface shows no codes; the first is the one of OAuth. @see interface §7, RFC 6749 section 5.2 */
const ENDED: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_token', 'expired_token']);

/** What the operator has to put right. @see RFC 6749 section 5.2 */
const MISCONFIGURED: ReadonlySet<string> = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_redirect_uri',
  'redirect_uri_mismatch',
]);

/** The client itself, whichever grant it asks for. @see RFC 6749 section 5.2 */
const OF_CLIENT: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

/** Errors of answers that any other grant would get, too. Kept beside them: what a {@link VaultError} may hold is a closed set. */
const refusalsOfEveryGrant = new WeakSet<VaultError>();

/**
 * Whether the client is refused, or the token endpoint is not where it is asked: so it is for every grant. A 401 or 403 without a code may be about
 * one of them.
 */
export const refusesEveryGrant = (error: VaultError): boolean => refusalsOfEveryGrant.has(error);

/** Makes {@link refusesEveryGrant} true of an error. @returns the same */
function asRefusalOfEveryGrant(error: VaultError): VaultError {
  refusalsOfEveryGrant.add(error);
  return error;
}

/**
 * The error behind an answer of the token endpoint that is not 2xx.
 *
 * @param nowMs real time in milliseconds since 1970
 * @see interface §7
 */
export async function refusalOf(answer: TokenAnswer, nowMs: number): Promise<VaultError> {
  const error = errorOf(answer, answer.text, answer.secrets, nowMs);
  const { message, messages, retryAfterSeconds } = error;
  const { status } = answer;
  const as = (code: VaultErrorCode, sentence = message) =>
    new VaultError(code, sentence, { status, messages, retryAfterSeconds });

  if (status < 400) {
    const sentence = 'The token endpoint redirects: its address is another one.';
    return asRefusalOfEveryGrant(as('configuration_error', sentence));
  }
  if (status >= 500 || status === 408) return as('service_error');
  if (status === 429) return as('rate_limited');
  const reason = reasonOf(answer) ?? (await challengeOf(answer));
  if (reason !== undefined && ENDED.has(reason)) return as('reconnect_required');
  if (reason !== undefined && MISCONFIGURED.has(reason)) {
    const misconfigured = as('configuration_error');
    return OF_CLIENT.has(reason) ? asRefusalOfEveryGrant(misconfigured) : misconfigured;
  }
  // There is no token endpoint at this address.
  if (status === 404 || status === 405) return asRefusalOfEveryGrant(as('configuration_error'));
  // A client that is not known gets a 401. @see RFC 6749 section 5.2
  if (status === 401 || status === 403) return as('configuration_error');
  return messages.length && reason === undefined ? error : as('service_error');
}

/** The answer as a `Response`, to be read again. */
export const copyOf = ({ status, headers, text }: TokenAnswer): Response =>
  new Response(text, { status: status < 400 ? 200 : status, headers });

/** The error code in the body. */
function reasonOf({ text }: TokenAnswer): string | undefined {
  const reason = (jsonOf(text) as { error?: unknown } | null | undefined)?.error;
  return typeof reason === 'string' ? reason : undefined;
}

/** The error code of a `WWW-Authenticate` header: some answers have it there, and nothing in the body. @see RFC 6750 section 3 */
async function challengeOf(answer: TokenAnswer): Promise<string | undefined> {
  try {
    await processRefreshTokenResponse({ issuer: '-' }, { client_id: '-' }, copyOf(answer));
  } catch (error) {
    // Its code alone is taken: the error itself holds the answer.
    if (error instanceof WWWAuthenticateChallengeError) {
      return error.cause.map(({ parameters }) => parameters.error).find(Boolean);
    }
  }
  return undefined;
}
