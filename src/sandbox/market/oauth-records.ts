import type { Use } from './use.ts';

/** An OAuth client that a buyer registered. @see interface §2.1 */
export interface Client {
  client_id: string;
  /** A person sees it once, when the client is created. Tests read it from the state. */
  client_secret: string;
  name: string;
  redirect_uri: string;
}

/** What a user's consent gave. @see RFC 6749 section 4.1.2 */
export interface AuthorizationCode {
  code: string;
  client_id: string;
  /** Who consented. */
  seller_id: string;
  redirect_uri: string;
  state: string;
  /** SHA-256 of the code verifier, base64url. @see RFC 7636 section 4.2 */
  code_challenge: string;
  scope: string;
  expiresAtMs: number;
  /** Of the pair that it was exchanged for; `null` before. */
  grant_id: string | null;
  /** The exchange; `null` before. */
  use: Use | null;
}

/** Why and when a token was revoked. */
export interface TokenEnd {
  /** Milliseconds since 1970. */
  atMs: number;
  /** The request that revoked it; `null` where somebody did in the console, or by a control call. */
  request: number | null;
  /**
   * `code_reuse`: its code was used a second time. `refresh_reuse`: a refresh token of the same grant was. `refresh`: a refresh, where a switch says so.
   * `first_use`: the access token that it was exchanged for was used. `order`: it was asked for.
   */
  cause: 'code_reuse' | 'refresh_reuse' | 'refresh' | 'first_use' | 'order';
}

/** An access token with its refresh token. Pairs that follow from one another share a grant. @see interface §2.2 §3.2 */
export interface TokenPair {
  grant_id: string;
  client_id: string;
  /** In whose vault it may push. */
  seller_id: string;
  scope: string;
  access_token: string;
  refresh_token: string;
  /** The refresh token that this pair was issued for; `null` where it was a code. */
  refreshed_from: string | null;
  issuedAtMs: number;
  /** When the access token ends. */
  expiresAtMs: number;
  access_state: 'valid' | 'revoked';
  refresh_state: 'valid' | 'used' | 'revoked';
  /** The request that the refresh token was used by; `null` before. */
  refreshUse: Use | null;
  /** How the access token was revoked; `null` before. */
  accessEnd: TokenEnd | null;
  /** How the refresh token ended, where it was not by its use; `null` before. */
  refreshEnd: TokenEnd | null;
}
