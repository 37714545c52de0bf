import type { TokenPair } from './oauth-records.ts';

/** Every token pair that was issued, in that order, found by either of its tokens and by its seller without a search. */
export interface TokenPairs extends Iterable<TokenPair> {
  readonly size: number;
  add(pair: TokenPair): void;
  byAccessToken(token: string): TokenPair | undefined;
  byRefreshToken(token: string): TokenPair | undefined;
  /** Those that push into the vault of one seller, oldest first. */
  ofSeller(sellerId: string): Iterable<TokenPair>;
  /** Takes out every pair that fits. */
  removeWhere(isGone: (pair: TokenPair) => boolean): void;
}

/** No pairs yet. */
export function createTokenPairs(): TokenPairs {
  const byAccess = new Map<string, TokenPair>();
  const byRefresh = new Map<string, TokenPair>();
  const bySeller = new Map<string, Set<TokenPair>>();
  return {
    get size() {
      return byAccess.size;
    },
    add(pair) {
      byAccess.set(pair.access_token, pair);
      byRefresh.set(pair.refresh_token, pair);
      const ofSeller = bySeller.get(pair.seller_id);
      if (ofSeller) ofSeller.add(pair);
      else bySeller.set(pair.seller_id, new Set([pair]));
    },
    byAccessToken: (token) => byAccess.get(token),
    byRefreshToken: (token) => byRefresh.get(token),
    ofSeller: (sellerId) => bySeller.get(sellerId) ?? [],
    removeWhere(isGone) {
      for (const pair of byAccess.values()) {
        if (!isGone(pair)) continue;
        byAccess.delete(pair.access_token);
        byRefresh.delete(pair.refresh_token);
        bySeller.get(pair.seller_id)?.delete(pair);
      }
    },
    [Symbol.iterator]: () => byAccess.values(),
  };
}
