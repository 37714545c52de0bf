import type { ServiceContext } from '../service-context.ts';
import { isMagic } from '../magic-sellers.ts';
import { assertRoom } from '../../market/capacity.ts';
import type { Seller } from '../../market/market.ts';
import { createToken } from '../../market/random-token.ts';
import type { AuthorizationRequest, RefusedRequest } from './authorization-request.ts';

/** Decision of a user on the consent page. */
export type Decision = 'allow' | 'deny';

/**
 * Issues a code if the user allows access. Returns the URL of the client that the browser goes to, with the code or with `access_denied`.
 *
 * @param issuer the service's own base URL
 * @see interface §4.1, RFC 6749 sections 4.1.2 and 4.1.2.1
 */
export function decideAuthorization(
  service: ServiceContext,
  { client, redirect_uri, state, code_challenge, scope }: AuthorizationRequest,
  seller: Seller,
  decision: Decision,
  issuer: string,
): string {
  if (decision === 'deny' || isMagic(seller.id, 'magic-denies')) {
    const refusal = { error: 'access_denied', error_description: 'The user said no.' };
    return refusalUrl(service, { redirect_uri, state, ...refusal }, issuer);
  }
  const { codes, maxItems } = service.market();
  assertRoom(codes.size, maxItems, 'authorization codes');
  const code = createToken(service.random, 'base64url');
  codes.set(code, {
    code,
    client_id: client.client_id,
    seller_id: seller.id,
    redirect_uri,
    state,
    code_challenge,
    scope,
    expiresAtMs: service.clock.nowMs() + service.behaviour.code_lifetime_seconds * 1000,
    grant_id: null,
    use: null,
  });
  service.emitChange('state');
  return responseUrl(service, redirect_uri, { code, state }, issuer);
}

/** Returns the URL of the client that the browser goes to with an error. @see RFC 6749 section 4.1.2.1 */
export function refusalUrl(
  service: ServiceContext,
  { redirect_uri, state, error, error_description }: Omit<RefusedRequest, 'section'>,
  issuer: string,
): string {
  const answer = { error, error_description, ...(state === null ? {} : { state }) };
  return responseUrl(service, redirect_uri, answer, issuer);
}

/** Adds parameters to a redirect URI. Keeps its own query unchanged. @see RFC 6749 section 3.1.2 */
function responseUrl(
  { behaviour }: ServiceContext,
  redirectUri: string,
  answer: Record<string, string>,
  issuer: string,
): string {
  const url = new URL(redirectUri);
  const own = behaviour.authorization_iss ? { ...answer, iss: issuer } : answer;
  const query = new URLSearchParams(own).toString();
  url.search = url.search ? `${url.search}&${query}` : query;
  return url.href;
}
