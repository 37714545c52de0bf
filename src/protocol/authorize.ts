/** Scope that the user is asked to allow. @see interface §5.2 */
export const SCOPE = 'push_packet';

/** Path of the authorization page below the service's address, unless it is configured. Not shown in the interface. @see interface §4 */
export const AUTHORIZE_PATH = '/oauth/authorize';

/** Parameters of the authorization page. @see RFC 6749 section 4.1.1 and RFC 7636 section 4.3 */
export interface AuthorizationRequest {
  clientId: string;
  /** Exactly as in the client's settings. @see interface §2.1 */
  redirectUri: string;
  /** Opaque and random: it comes back with the answer. @see interface §4.1 */
  state: string;
  /** SHA-256 of the code verifier, base64url. @see RFC 7636 section 4.2 */
  codeChallenge: string;
  /** Default: {@link SCOPE}. */
  scope?: string | undefined;
}

/**
 * Returns the URL of the authorization page, where the user is asked for consent.
 *
 * @param authorizeUrl absolute; a query that it has stays
 * @throws TypeError where `authorizeUrl` is no URL
 * @see interface §4 (shape not shown), RFC 6749 section 4.1.1, RFC 7636 section 4.3
 */
export function authorizationUrl(authorizeUrl: string, request: AuthorizationRequest): string {
  const url = new URL(authorizeUrl);
  const parameters = {
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    scope: request.scope ?? SCOPE,
    state: request.state,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
