import type { TokenPair } from './oauth-records.ts';

/** Every token pair that was issued, in that order, found by either of its tokens without a search. */
export interface TokenPairs extends Iterable<TokenPair> {
  readonly size: number;
  add(pair: TokenPair): void;
  byAccessToken(token: string): TokenPair | undefined;
  byRefreshToken(token: string): TokenPair | undefined;
  /** Takes out every pair that fits. */
  removeWhere(isGone: (pair: TokenPair) => boolean): void;
}

/** No pairs yet. */
export function createTokenPairs(): TokenPairs {
  const byAccess = new Map<string, TokenPair>();
  const byRefresh = new Map<string, TokenPair>();
  return {
    get size() {
      return byAccess.size;
    },
    add(pair) {
      byAccess.set(pair.access_token, pair);
      byRefresh.set(pair.refresh_token, pair);
    },
    byAccessToken: (token) => byAccess.get(token),
    byRefreshToken: (token) => byRefresh.get(token),
    removeWhere(isGone) {
      for (const pair of byAccess.values()) {
        if (!isGone(pair)) continue;
        byAccess.delete(pair.access_token);
        byRefresh.delete(pair.refresh_token);
      }
    },
    [Symbol.iterator]: () => byAccess.values(),
  };
}
