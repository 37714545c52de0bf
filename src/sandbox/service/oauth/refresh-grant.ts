import { z } from 'zod/v4';
import type { TokenPair } from '../../market/oauth-records.ts';
import type { ServiceContext } from '../service-context.ts';
import { isMagic } from '../magic-sellers.ts';
import {
  clientFields,
  invalidGrant,
  mistakeOfClient,
  tokenField,
} from './client-authentication.ts';
import type { Refusal } from '../http/refusal.ts';
import { refreshPair, revokeTokens } from './issued-tokens.ts';
import { revokedRefreshText, strangeRefreshToken, usedRefreshText } from './oauth-reasons.ts';

/** Body of a token request with a refresh token. @see interface §4.2 */
export const refreshBody = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: tokenField,
  ...clientFields,
});

/** Exchanges a refresh token for a new token pair. @see RFC 6749 section 6, RFC 9700 section 4.14.2 */
export function grantForRefresh(
  service: ServiceContext,
  order: z.infer<typeof refreshBody>,
  request: number,
): Refusal | Promise<TokenPair | Refusal> {
  const mistake = mistakeOfClient(service, order);
  if (mistake) return mistake;
  const market = service.market();
  const nowMs = service.clock.nowMs();
  const pair = market.tokenPairs.byRefreshToken(order.refresh_token);
  if (pair?.client_id !== order.client_id) {
    const reason = pair
      ? `the refresh token was issued to client ${pair.client_id}, not to ${order.client_id}. Send the client_id that it was issued to.`
      : strangeRefreshToken(market, order.refresh_token);
    return invalidGrant('The refresh token is not valid.', reason);
  }
  if (isMagic(pair.seller_id, 'magic-refresh-fails')) {
    const reason = `every refresh of seller ${pair.seller_id} is refused. Connect another seller.`;
    return invalidGrant('The refresh token has been revoked.', reason);
  }
  if (pair.refresh_state === 'valid') return refreshPair(service, pair, { atMs: nowMs, request });
  const isUsed = pair.refresh_state === 'used';
  const causes = [pair.refreshUse?.request, pair.refreshEnd?.request];
  const reason = isUsed ? usedRefreshText(pair, nowMs) : revokedRefreshText(pair, nowMs);
  if (!isUsed || !service.behaviour.refresh_replay_revokes) {
    return invalidGrant('The refresh token has been revoked.', reason, { causes });
  }
  const end = { atMs: nowMs, request, cause: 'refresh_reuse' } as const;
  revokeTokens(market, { grant_id: pair.grant_id }, end);
  service.emitChange('state');
  const revoked = `${reason} All tokens of this connection are revoked now, since the switch refresh_replay_revokes is on.`;
  return invalidGrant('The refresh token has been revoked.', revoked, { causes });
}
