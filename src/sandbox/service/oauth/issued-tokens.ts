import type { ServiceContext } from '../service-context.ts';
import type { Refusal } from '../http/refusal.ts';
import { isMagic } from '../magic-sellers.ts';
import { assertRoom } from '../../market/capacity.ts';
import type { Market } from '../../market/market.ts';
import { createToken, createUuid } from '../../market/random-token.ts';
import { ACCESS_TOKEN_LIFETIME_SECONDS, createAccessToken, instantIn } from './access-token.ts';
import { SCOPE } from './authorization-request.ts';
import type { AuthorizationCode, TokenEnd, TokenPair } from '../../market/oauth-records.ts';
import type { Use } from '../../market/oauth-records.ts';
import { clockText, durationText, tokenEnd } from '../reasons.ts';
import { CONNECT_AGAIN, endText, strangeAccessToken } from './oauth-reasons.ts';

/** Grant, client, seller and scope of a token pair. */
type GrantHolder = Pick<TokenPair, 'grant_id' | 'client_id' | 'seller_id' | 'scope'>;

/** Issues a token pair. @see interface §2.2 */
async function issuePair(
  service: ServiceContext,
  holder: GrantHolder,
  refreshed_from: string | null,
): Promise<TokenPair> {
  const { behaviour, clock, random, signingKey } = service;
  const market = service.market();
  assertRoom(market.tokenPairs.size, market.maxItems, 'token pairs');
  const issuedAtMs = clock.nowMs();
  const isExpired = isMagic(holder.seller_id, 'magic-access-expired');
  const expiresAtMs = issuedAtMs + (isExpired ? 0 : ACCESS_TOKEN_LIFETIME_SECONDS * 1000);
  const { grant_id, ...claims } = holder;
  const expires_at = instantIn(behaviour.expires_at_form, expiresAtMs);
  const pair: TokenPair = {
    grant_id,
    ...claims,
    access_token: await createAccessToken(signingKey, createUuid(random), {
      ...claims,
      expires_at,
    }),
    refresh_token: createToken(random, 'base64url'),
    refreshed_from,
    issuedAtMs,
    expiresAtMs,
    access_state: 'valid',
    refresh_state: 'valid',
    refreshUse: null,
    accessEnd: null,
    refreshEnd: null,
  };
  market.tokenPairs.add(pair);
  service.emitChange('state');
  return pair;
}

/** Issues the first token pair of a new grant without a code. */
export function issueFirstPair(
  service: ServiceContext,
  whose: Pick<TokenPair, 'client_id' | 'seller_id'>,
): Promise<TokenPair> {
  const grant_id = createUuid(service.random);
  return issuePair(service, { grant_id, ...whose, scope: SCOPE }, null);
}

/** Exchanges a code for the first token pair of a new grant. @see interface §3.2 */
export function exchangeCode(
  service: ServiceContext,
  code: AuthorizationCode,
  use: Use,
): Promise<TokenPair> {
  code.grant_id = createUuid(service.random);
  code.use = use;
  const { grant_id, client_id, seller_id, scope } = code;
  return issuePair(service, { grant_id, client_id, seller_id, scope }, null);
}

/** Exchanges a refresh token for a new pair. The switch `refresh_revocation` decides when the old token ends. @see interface §3.2 §5.5 */
export function refreshPair(
  service: ServiceContext,
  pair: TokenPair,
  use: Use,
): Promise<TokenPair> {
  pair.refreshUse = use;
  const { refresh_revocation, refresh_revokes_access_token } = service.behaviour;
  if (refresh_revocation === 'at_once') pair.refresh_state = 'used';
  if (refresh_revokes_access_token) {
    pair.access_state = 'revoked';
    pair.accessEnd = { ...use, cause: 'refresh' };
  }
  const { grant_id, client_id, seller_id, scope, refresh_token } = pair;
  return issuePair(service, { grant_id, client_id, seller_id, scope }, refresh_token);
}

/** Returns the pair of an access token, or the refusal of a token that is not valid. @see interface §3.2 */
export function checkAccessToken(
  service: ServiceContext,
  accessToken: string,
): TokenPair | Refusal {
  const pair = service.market().tokenPairs.byAccessToken(accessToken);
  const token = `access token ${tokenEnd(accessToken)}`;
  const nowMs = service.clock.nowMs();
  if (!pair) {
    const reason = strangeAccessToken(service.market(), accessToken);
    return unauthorized('The access token is not valid.', reason, '5.3');
  }
  if (pair.access_state === 'revoked') {
    const reason = `${token} was revoked${endText(pair.accessEnd, nowMs)}. ${CONNECT_AGAIN}`;
    const refusal = unauthorized('The access token was revoked.', reason);
    return { ...refusal, causes: [pair.accessEnd?.request] };
  }
  if (nowMs < pair.expiresAtMs) return pair;
  const reason = isMagic(pair.seller_id, 'magic-access-expired')
    ? `${token} has expired: every one of seller ${pair.seller_id} has.`
    : `${token} expired ${durationText(nowMs - pair.expiresAtMs)} ago. It is valid for 24 hours.${clockText(service.clock)}`;
  const refresh = 'Get a new one at /oauth/token, with the refresh token.';
  return unauthorized('The access token has expired.', `${reason} ${refresh}`);
}

const unauthorized = (message: string, explanation: string, section = '3.2'): Refusal => ({
  ...{ reason: 'unauthorized', messages: [message], section, explanation },
});

/** Ends the refresh token that the pair was issued for, if it is still valid. Call it at each use of an access token. */
export function endEarlierRefreshToken(
  market: Market,
  { refreshed_from }: TokenPair,
  use: Use,
): void {
  const earlier = market.tokenPairs.byRefreshToken(refreshed_from ?? '');
  if (earlier?.refresh_state !== 'valid') return;
  earlier.refresh_state = 'used';
  earlier.refreshEnd = { ...use, cause: 'first_use' };
}

/** Selection of the tokens to revoke. Every given field must match. */
interface Revocation {
  grant_id?: string;
  seller_id?: string;
  client_id?: string;
  /** Default: `all`. */
  tokens?: 'access' | 'refresh' | 'all';
}

/** Revokes valid tokens. @param end time and cause, for the log. @returns the numbers of revoked tokens */
export function revokeTokens(
  market: Market,
  { tokens = 'all', ...whose }: Revocation,
  end: TokenEnd,
) {
  const fits = (pair: TokenPair) =>
    Object.entries(whose).every(([name, value]) => pair[name as keyof typeof whose] === value);
  const revoked = { access_tokens: 0, refresh_tokens: 0 };
  const { seller_id } = whose;
  const pairs = seller_id === undefined ? market.tokenPairs : market.tokenPairs.ofSeller(seller_id);
  for (const pair of pairs) {
    if (!fits(pair)) continue;
    if (tokens !== 'refresh' && pair.access_state === 'valid') {
      pair.access_state = 'revoked';
      pair.accessEnd = end;
      revoked.access_tokens += 1;
    }
    if (tokens !== 'access' && pair.refresh_state === 'valid') {
      pair.refresh_state = 'revoked';
      pair.refreshEnd = end;
      revoked.refresh_tokens += 1;
    }
  }
  return revoked;
}
