import type { Behaviour } from '../behaviour/behaviour.ts';
import { errorsReply, jsonReply, reply } from '../http/reply.ts';

/** Refusal of a token request. @see RFC 6749 section 5.2 */
export interface TokenRefusal {
  error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';
  /** Plain ASCII without quotes. Names fields, never their values. */
  error_description: string;
  /** HTTP status. Default: the status of the error. */
  status?: number;
  /** Reason for the log only, as the end of a sentence. It may hold what a caller must not learn. Default: the description. */
  reason?: string;
  /** The section of the interface behind the reason. Default: 4.2. */
  section?: string;
}

/** Creates a refusal with the description that the caller receives. */
export const tokenRefusal = (
  error: TokenRefusal['error'],
  error_description: string,
): TokenRefusal => ({
  error,
  error_description,
});

/** Creates the refusal of a malformed request. */
export const invalidRequest = (description: string): TokenRefusal =>
  tokenRefusal('invalid_request', description);

/** Creates the refusal of a code or a refresh token. @param reason for the log only */
export const invalidGrant = (description: string, reason: string): TokenRefusal => ({
  ...tokenRefusal('invalid_grant', description),
  reason,
  section: '3.2',
});

/** Creates the response to a refused token request. @see interface §7 */
export function tokenRefusalReply(behaviour: Behaviour, refusal: TokenRefusal): Response {
  const { error, error_description } = refusal;
  const status = refusal.status ?? statusOf(behaviour, error);
  const code = error === 'invalid_grant' ? behaviour.invalid_grant_code : error;
  const isChallenge = status === 401 && behaviour.token_www_authenticate;
  const headers = isChallenge ? challenge('Basic', code, error_description) : undefined;
  const isAuthentication = error === 'invalid_grant' || error === 'invalid_client';
  if (!isAuthentication && behaviour.invalid_request_shape === 'errors') {
    return errorsReply(status, [error_description], headers);
  }
  return jsonReply(status, { error: code, error_description }, headers);
}

/**
 * Creates the response to a push without a valid access token.
 *
 * @param description reason for the caller; `undefined` if there was no token, so that the response has no error code
 * @see interface §7, RFC 6750 section 3
 */
export function unauthorizedReply(behaviour: Behaviour, description?: string): Response {
  const error = behaviour.access_token_error_code;
  const error_description = description ?? 'An access token is required.';
  const headers = behaviour.push_www_authenticate
    ? challenge('Bearer', description && error, description)
    : undefined;
  if (behaviour.unauthorized_body === 'empty') return reply(401, null, headers);
  return jsonReply(401, { error, error_description }, headers);
}

function statusOf(behaviour: Behaviour, error: TokenRefusal['error']): number {
  if (error === 'invalid_grant') return behaviour.invalid_grant_status;
  if (error === 'invalid_client') return behaviour.invalid_client_status;
  return behaviour.invalid_request_status;
}

function challenge(scheme: string, error?: string, description?: string) {
  const parameters = Object.entries({ realm: 'sandbox', error, error_description: description })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${String(value)}"`);
  return { 'www-authenticate': `${scheme} ${parameters.join(', ')}` };
}
