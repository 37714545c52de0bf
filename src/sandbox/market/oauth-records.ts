/** The request that used something that works once, and its time. */
export interface Use {
  /** Milliseconds since 1970. */
  atMs: number;
  /** Its number in the log of requests. */
  request: number;
}

/** An OAuth client that a buyer registered. @see interface §2.1 */
export interface Client {
  client_id: string;
  /** Shown to a person once, when the client is created. Tests read it from the state. */
  client_secret: string;
  name: string;
  redirect_uri: string;
}

/** Code issued after a user consented. @see RFC 6749 section 4.1.2 */
export interface AuthorizationCode {
  code: string;
  client_id: string;
  /** The user who consented. */
  seller_id: string;
  redirect_uri: string;
  state: string;
  /** SHA-256 of the code verifier, base64url. @see RFC 7636 section 4.2 */
  code_challenge: string;
  scope: string;
  expiresAtMs: number;
  /** The grant of the token pair that it was exchanged for; `null` before. */
  grant_id: string | null;
  /** The request that exchanged it; `null` before. */
  use: Use | null;
}

/** Cause and time of a revocation. */
export interface TokenEnd {
  /** Milliseconds since 1970. */
  atMs: number;
  /** The request that revoked it; `null` if the console or a control call did. */
  request: number | null;
  /**
   * `code_reuse`: its code was used twice. `refresh_reuse`: a refresh token of the same grant was used twice. `refresh`: the pair was refreshed while the
   * switch `refresh_revokes_access_token` is on.
   * `first_use`: the access token that it was exchanged for was used. `order`: the console or a control call revoked it.
   */
  cause: 'code_reuse' | 'refresh_reuse' | 'refresh' | 'first_use' | 'order';
}

/** An access token with its refresh token. Pairs that follow from one another share a grant. @see interface §2.2 §3.2 */
export interface TokenPair {
  grant_id: string;
  client_id: string;
  /** The seller into whose vault it may push. */
  seller_id: string;
  scope: string;
  access_token: string;
  refresh_token: string;
  /** The refresh token that this pair was issued for; `null` if it was issued for a code. */
  refreshed_from: string | null;
  issuedAtMs: number;
  /** Time at which the access token expires, in milliseconds since 1970. */
  expiresAtMs: number;
  access_state: 'valid' | 'revoked';
  refresh_state: 'valid' | 'used' | 'revoked';
  /** The request that used the refresh token; `null` before. */
  refreshUse: Use | null;
  /** Revocation of the access token; `null` before. */
  accessEnd: TokenEnd | null;
  /** Revocation of the refresh token; `null` before, and if it ended by its use. */
  refreshEnd: TokenEnd | null;
}

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
