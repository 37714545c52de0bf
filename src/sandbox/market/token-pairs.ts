import type { TokenPair } from './oauth-records.ts';

/** All issued token pairs in order of issue, indexed by both tokens and by seller. */
export interface TokenPairs extends Iterable<TokenPair> {
  readonly size: number;
  add(pair: TokenPair): void;
  byAccessToken(token: string): TokenPair | undefined;
  byRefreshToken(token: string): TokenPair | undefined;
  /** Returns the pairs that may push into the vault of one seller, oldest first. */
  ofSeller(sellerId: string): Iterable<TokenPair>;
  /** Removes every pair for which `isGone` returns `true`. */
  removeWhere(isGone: (pair: TokenPair) => boolean): void;
}

/** Creates an empty collection of token pairs. */
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
