import { tokenReply } from './replies.ts';

/** When a refresh revokes the pair that it renews: at once, or when the new access token is first used. @see interface §3.2 */
export type Revocation = 'at once' | 'on first use';

/** The consent of one user. */
interface Grant {
  user: string;
  /** The pairs that are valid, oldest first. */
  pairs: Set<Pair>;
}

interface Pair {
  grant: Grant;
  /** Counted from 1 for each user. */
  number: number;
  accessEndsAtMs: number;
}

const ACCESS_LIFETIME_MS = 86_400_000;

const nameOf = (user: string, number: number) => (user ? `${user}-${number}` : String(number));

/**
 * Issues token pairs, and knows which of them are valid. The first access token is `access-token-1`; that of a user with a name is
 * `access-token-ada-1`.
 */
export class TokenLedger {
  readonly #revokes: Revocation;
  readonly #now: () => number;
  readonly #pairs = new Map<string, Pair>();
  readonly #counts = new Map<string, number>();
  readonly #grants = new Map<string, Grant[]>();

  constructor(revokes: Revocation, now: () => number) {
    this.#revokes = revokes;
    this.#now = now;
  }

  /** Issues the first pair of a new grant. */
  authorizeUser(user: string) {
    const grant: Grant = { user, pairs: new Set() };
    const grants = this.#grants.get(user) ?? [];
    this.#grants.set(user, grants);
    grants.push(grant);
    return this.#issuePair(grant);
  }

  /** Renews a pair. @returns `undefined` where the refresh token is not valid */
  refresh(refreshToken: string) {
    const pair = this.#pairOf(refreshToken);
    return pair?.grant.pairs.has(pair) ? this.#issuePair(pair.grant) : undefined;
  }

  /** Returns whether an access token is valid. Using it revokes the pairs before it. */
  useAccessToken(accessToken: string): boolean {
    const pair = this.#pairOf(accessToken);
    if (!pair?.grant.pairs.has(pair) || pair.accessEndsAtMs <= this.#now()) return false;
    for (const earlier of pair.grant.pairs) {
      if (earlier === pair) break;
      pair.grant.pairs.delete(earlier);
    }
    return true;
  }

  /** Whose token it is, whether it is valid or not. */
  userOf(token: string): string | undefined {
    return this.#pairOf(token)?.grant.user;
  }

  /** The numbers of a user's valid pairs, in ascending order. */
  validPairsOf(user: string): number[] {
    const pairs = (this.#grants.get(user) ?? []).flatMap((grant) => [...grant.pairs]);
    return pairs.map(({ number }) => number).sort((one, other) => one - other);
  }

  /** Revokes every token that was issued. */
  revokeTokens(): void {
    for (const { grant } of this.#pairs.values()) grant.pairs.clear();
  }

  /** Ends every access token before its time. The refresh tokens stay valid. */
  endAccessTokens(): void {
    for (const pair of this.#pairs.values()) pair.accessEndsAtMs = -Infinity;
  }

  #issuePair(grant: Grant) {
    const { user, pairs } = grant;
    const number = (this.#counts.get(user) ?? 0) + 1;
    this.#counts.set(user, number);
    const pair = { grant, number, accessEndsAtMs: this.#now() + ACCESS_LIFETIME_MS };
    if (this.#revokes === 'at once') pairs.clear();
    pairs.add(pair);
    const name = nameOf(user, number);
    this.#pairs.set(name, pair);
    return tokenReply(`access-token-${name}`, `refresh-token-${name}`);
  }

  #pairOf(token: string): Pair | undefined {
    return this.#pairs.get(token.replace(/^(access|refresh)-token-/, ''));
  }
}
