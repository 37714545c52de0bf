import { lifetimeSecondsOf } from '../../protocol/index.ts';
import type { ReceivedTokens } from '../service/oauth.ts';
import type { Pairs } from './pairs.ts';
import type { NewPair } from './store.ts';

/** Tokens as a store keeps them: sealed, with their end counted from their receipt. */
export async function newPairOf(
  pairs: Pairs,
  grantId: string,
  { response, receivedAtMs }: ReceivedTokens,
): Promise<NewPair> {
  const { access_token: accessToken, refresh_token: refreshToken, scope } = response;
  return {
    sealed: await pairs.seal({ accessToken, refreshToken }, grantId),
    expiresAtMs: Math.round(receivedAtMs + lifetimeSecondsOf(response) * 1000),
    receivedAtMs,
    ...(scope && { scope }),
  };
}
