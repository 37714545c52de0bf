import { lifetimeSecondsOf } from '../../protocol/index.ts';
import type { ReceivedTokens } from '../service/oauth.ts';
import type { Pairs } from './pairs.ts';
import type { NewPair } from '../stores/store.ts';

/** Maximum lifetime of a token. A larger number could be an invalid date, which could not be saved. */
const MAX_LIFETIME_SECONDS = 365 * 86_400;

/** Returns received tokens as a store keeps them: sealed, with the expiry counted from their receipt. */
export async function newPairOf(
  pairs: Pairs,
  grantId: string,
  { response, receivedAtMs }: ReceivedTokens,
): Promise<NewPair> {
  const { access_token: accessToken, refresh_token: refreshToken, scope } = response;
  const lifetimeSeconds = Math.min(lifetimeSecondsOf(response), MAX_LIFETIME_SECONDS);
  return {
    sealed: await pairs.seal({ accessToken, refreshToken }, grantId),
    expiresAtMs: Math.round(receivedAtMs + lifetimeSeconds * 1000),
    receivedAtMs,
    ...(scope && { scope }),
  };
}
