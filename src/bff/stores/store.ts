import type { Migration } from './migration.ts';

/** A store may answer at once or later. */
export type Awaitable<T> = T | Promise<T>;

/** An authorization that an earlier version of Vaultlink began, which kept it here until it expired. Today a flow travels in its own cookie. */
export interface StoredFlow {
  /** SHA-256 of the state, base64url. */
  id: string;
  /** SHA-256 of the secret in this flow's cookie, base64url: the same browser must come back. */
  browserKeyHash: string;
  /** The code verifier, sealed. */
  sealedVerifier: string;
  /** An address that was allowed when the flow began; checked again when it is used. */
  returnTo: string;
  display: 'page' | 'popup';
  subject: string;
  /** The session that a reconnect replaces. */
  previousSessionId?: string | undefined;
  expiresAtMs: number;
}

/** One browser's link to a grant. */
export interface Session {
  /** SHA-256 of the cookie's value, base64url. */
  id: string;
  grantId: string;
  expiresAtMs: number;
}

/** The token pair of one user who authorized the client. */
export interface Grant {
  /** Never used again: a user who connects anew gets a grant of another id. */
  id: string;
  subject: string;
  /** The pair, sealed; see `seal.ts`. */
  sealed: string;
  /** Counts saved pairs, from 1: whoever saves names the version that they read. */
  version: number;
  scope?: string | undefined;
  /** When the access token ends, by our clock. */
  expiresAtMs: number;
  /** When the pair was received, by our clock. */
  receivedAtMs: number;
  /** Why the grant is dead; `undefined`: it is not. Dead grants are kept, so that the user can be told. */
  deadReason?: string | undefined;
  /** A refresh that has begun and not ended: written ahead of the request. */
  refreshing?: RefreshMark | undefined;
}

/** A refresh under way. Where it is still there later, nobody knows whether the refresh token was spent. */
export interface RefreshMark {
  /** How often the same refresh token has been sent, this time included; from 1. */
  attempt: number;
  /** When the first of them left, in milliseconds since 1970. */
  sinceMs: number;
}

/** A new pair for a grant. */
export type NewPair = Pick<Grant, 'sealed' | 'scope' | 'expiresAtMs' | 'receivedAtMs'>;

/** For how long a dead grant is kept that no session leads to: 30 days. */
export const DEAD_LIFETIME_MS = 30 * 86_400_000;

/**
 * Where sessions and grants are kept, and which states have been consumed. Every method is atomic by itself, also between processes that share the store. Whatever is
 * secret comes sealed or hashed.
 *
 * Any method may throw: the store is away. Nothing that it threw at has happened, as far as the caller knows.
 */
export interface Store {
  /**
   * Remembers that the state of an authorization has been consumed.
   *
   * @param stateHash SHA-256 of the state, base64url
   * @param expiresAtMs when it may be forgotten: nothing that carries the state counts any more then
   * @returns whether this was the first call for this state
   */
  consumeState(stateHash: string, expiresAtMs: number): Awaitable<boolean>;

  /**
   * Marks a flow as consumed that an earlier version stored. A store that no earlier version has used need not have this method.
   *
   * @returns the flow, and whether this was the first call that consumed it; `undefined`: there is none, or it has expired
   */
  consumeFlow?(
    id: string,
    nowMs: number,
  ): Awaitable<{ flow: StoredFlow; first: boolean } | undefined>;
  /** A flow that an earlier version stored, without consuming it. `undefined`: there is none, or it has expired. */
  findFlow?(id: string, nowMs: number): Awaitable<StoredFlow | undefined>;

  /**
   * A user has connected: keeps the grant and the session, in one step. `previousSessionId` is gone. Grants of the same subject are superseded:
   * they are gone, and what sessions they have now belong to the new grant. So is the grant of `previousSessionId`, unless other sessions lead
   * to it: where its subject is another, they are another user's, and stay what they are.
   */
  connect(session: Session, grant: Grant, previousSessionId?: string): Awaitable<void>;
  /** A session that has not expired, with its grant: one look. */
  findSession(id: string, nowMs: number): Awaitable<{ session: Session; grant: Grant } | undefined>;
  /** Forgets the session's grant, and every session of it. @returns the grant; `undefined`: there was no such session */
  disconnect(sessionId: string): Awaitable<Grant | undefined>;
  /** Forgets the grant of a subject, and every session of it. @returns the grant; `undefined`: there was none */
  disconnectSubject(subject: string): Awaitable<Grant | undefined>;

  findGrant(id: string): Awaitable<Grant | undefined>;
  findGrantOfSubject(subject: string): Awaitable<Grant | undefined>;
  /**
   * A page of all the grants, in the order of their ids.
   *
   * @param afterId the last id of the page before; `undefined`: the first page
   * @param limit how many at most; fewer come only where there are no more
   */
  grants(afterId: string | undefined, limit: number): Awaitable<Grant[]>;

  /**
   * Takes the right to refresh a grant, unless another owner has it and has renewed it in time. By the clock of the store, which is one for all.
   *
   * @returns the grant as it is now; `undefined`: another has the lease, or there is no such grant
   */
  takeLease(grantId: string, owner: string, lifetimeMs: number): Awaitable<Grant | undefined>;
  /** @returns whether the lease is still, or again, this owner's */
  renewLease(grantId: string, owner: string, lifetimeMs: number): Awaitable<boolean>;
  /** Gives the lease back; another owner's stays. */
  releaseLease(grantId: string, owner: string): Awaitable<void>;
  /**
   * Notes that a request is about to leave, or, with `undefined`, that none is under way after all.
   *
   * @returns whether the lease is this owner's; nothing is noted where it is not
   */
  markRefreshing(grantId: string, owner: string, mark: RefreshMark | undefined): Awaitable<boolean>;

  /**
   * Saves a new pair if the grant still has `version`, and makes it the next one. It takes away the mark of the refresh and wins over a grant
   * that was marked dead at the same version.
   *
   * @returns whether it was saved
   */
  saveGrant(grantId: string, version: number, pair: NewPair): Awaitable<boolean>;
  /** Marks a grant dead if it still has `version`, which stays. @returns whether it was marked */
  markDead(grantId: string, version: number, reason: string): Awaitable<boolean>;
  /**
   * Replaces how a pair is sealed, if it is still sealed as `sealedBefore`. It is the same pair: the version stays, and all else.
   *
   * @returns whether it was replaced
   */
  replaceSeal(grantId: string, sealedBefore: string, sealed: string): Awaitable<boolean>;

  /**
   * Keeps a sealed secret, unless there is one of this name. Needed where subjects are kept as hashes.
   *
   * @param sealed `undefined`: nothing is kept
   * @returns the one that is kept; `undefined`: there is none
   */
  keepSecret?(name: string, sealed: string | undefined): Awaitable<string | undefined>;
  /** Replaces how a secret is sealed, if it is still sealed as `sealedBefore`. @returns whether it was replaced */
  replaceSecret?(name: string, sealedBefore: string, sealed: string): Awaitable<boolean>;
  /**
   * Keeps the grant of a subject, with all its sessions, under another name of the same subject. Needed where subjects are kept as hashes.
   *
   * @returns whether there was such a grant; `false`, too, where there is one of the other name
   */
  renameSubject?(from: string, to: string): Awaitable<boolean>;

  /**
   * Forgets what has expired: consumed states, flows, sessions, and grants that no session leads to and that have been dead for
   * {@link DEAD_LIFETIME_MS}.
   *
   * @param unusedSinceMs living grants whose pair was received no later than this are forgotten, too, where no session leads to them and nobody has
   *   their lease. `undefined`: they stay.
   */
  prune(nowMs: number, unusedSinceMs?: number): Awaitable<void>;
  /** Throws where the store cannot be reached. */
  ping(): Awaitable<void>;
  /** What could be lost, and what is set up so that it could: a sentence for the operator each. None: nothing is known to be wrong. */
  durability(): Awaitable<readonly string[]>;
  /**
   * Whether the server has been replaced since this was last called, by one that may lack what was confirmed: a sentence for the operator. A store
   * that cannot tell has no such method.
   *
   * @returns `undefined` where nothing is known, and at the first call
   */
  setback?: (() => Awaitable<string | undefined>) | undefined;
  close(): Awaitable<void>;
  /** Brings what is kept to this version; `undefined`: there is no other version of it, or whoever made the store has it. */
  migration?: Migration | undefined;
}
