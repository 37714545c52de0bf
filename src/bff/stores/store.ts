import type { Migration } from './migration.ts';
import type { Awaitable, Outbox } from './outbox.ts';

/** The session of one browser, which belongs to a grant. */
export interface Session {
  /** SHA-256 of the cookie's value, base64url. */
  id: string;
  grantId: string;
  expiresAtMs: number;
}

/** The token pair of one user who authorized the client. */
export interface Grant {
  /** Unique, and never reused: a user who connects again gets a grant with another id. */
  id: string;
  subject: string;
  /** The sealed token pair; see `seal.ts`. */
  sealed: string;
  /** Number of saved pairs, from 1. A save names the version that it replaces (optimistic locking). */
  version: number;
  scope?: string | undefined;
  /** Expiry of the access token, by the backend's clock. */
  expiresAtMs: number;
  /** When the pair was received, by the backend's clock. */
  receivedAtMs: number;
  /** Why the grant is dead; `undefined` if it is not. Dead grants are kept, so that users can be asked to reconnect. */
  deadReason?: string | undefined;
  /** A refresh in progress, saved before its request is sent. */
  refreshing?: RefreshMark | undefined;
}

/** The part of a grant that a session check needs: all but the pair. */
export interface GrantState extends Pick<
  Grant,
  'id' | 'subject' | 'scope' | 'expiresAtMs' | 'deadReason'
> {
  /** Id of the key that sealed the pair: the beginning of {@link Grant.sealed}, before its first dot. Empty if it has no dot. */
  keyId: string;
}

/** A session with the state of its grant. */
export interface SessionState {
  session: Session;
  grant: GrantState;
}

/** A refresh in progress. If it remains after a crash, the refresh token may or may not be spent. */
export interface RefreshMark {
  /** Number of times that the same refresh token was sent, including this one; from 1. */
  attempt: number;
  /** Time of the first of these requests, in milliseconds since 1970. */
  sinceMs: number;
}

/** A new token pair for a grant. */
export type NewPair = Pick<Grant, 'sealed' | 'scope' | 'expiresAtMs' | 'receivedAtMs'>;

/** Milliseconds for which a dead grant without sessions is kept: 30 days. */
export const DEAD_LIFETIME_MS = 30 * 86_400_000;

/** Keeps which states were consumed, so that no code is exchanged twice. */
export interface ConsumedStates {
  /**
   * Records that the state of an authorization was consumed.
   *
   * @param stateHash SHA-256 of the state, base64url
   * @param expiresAtMs when the record may be deleted, because the state has expired
   * @returns whether this was the first call for this state
   */
  consumeState(stateHash: string, expiresAtMs: number): Awaitable<boolean>;
}

/** Keeps the sessions of browsers, and with them the connections of users. */
export interface Sessions {
  /**
   * Saves the grant and the session of a user who has connected, in one step. Deletes `previousSessionId`. Replaces other grants of the same subject,
   * and moves their sessions to the new grant. Also deletes the grant of `previousSessionId`, unless it has other sessions: if its subject is
   * another user, those sessions stay as they are.
   */
  connect(session: Session, grant: Grant, previousSessionId?: string): Awaitable<void>;
  /** Returns an unexpired session with its grant, in one query. */
  findSession(id: string, nowMs: number): Awaitable<{ session: Session; grant: Grant } | undefined>;
  /**
   * Returns an unexpired session with the state of its grant, in one query. Every page asks for it, so it should not read the sealed pair. A store that
   * reads it anyway can use `sessionStateOf()`.
   */
  findSessionState(id: string, nowMs: number): Awaitable<SessionState | undefined>;
  /**
   * Moves the end of a session. Required for `VaultBffOptions.sessionIdleDays`.
   *
   * @returns whether it was moved; `false` if there is no such session
   */
  setSessionEnd?(id: string, expiresAtMs: number): Awaitable<boolean>;
  /** Deletes the session's grant and all its sessions. @returns the grant; `undefined` if the session does not exist */
  disconnect(sessionId: string): Awaitable<Grant | undefined>;
  /** Deletes the grant of a subject and all its sessions. @returns the grant; `undefined` if it does not exist */
  disconnectSubject(subject: string): Awaitable<Grant | undefined>;
}

/** Keeps the token pairs. */
export interface Grants {
  findGrant(id: string): Awaitable<Grant | undefined>;
  findGrantOfSubject(subject: string): Awaitable<Grant | undefined>;
  /**
   * Returns a page of all grants, ordered by id.
   *
   * @param afterId last id of the previous page; `undefined` for the first page
   * @param limit maximum number of grants; fewer are returned only at the end
   */
  grants(afterId: string | undefined, limit: number): Awaitable<Grant[]>;

  /**
   * Saves a new pair if the grant still has `version`, and increments the version. Removes the mark of the refresh, and revives a grant that was
   * marked dead at the same version.
   *
   * @returns whether it was saved
   */
  saveGrant(grantId: string, version: number, pair: NewPair): Awaitable<boolean>;
  /** Marks a grant dead if it still has `version`. The version stays. @returns whether it was marked */
  markDead(grantId: string, version: number, reason: string): Awaitable<boolean>;
  /**
   * Replaces the seal of a pair, if it is still `sealedBefore`. The pair is the same, so the version and everything else stay.
   *
   * @returns whether it was replaced
   */
  replaceSeal(grantId: string, sealedBefore: string, sealed: string): Awaitable<boolean>;

  /**
   * Renames the subject of a grant and of all its sessions. Required for hashed subjects.
   *
   * @returns whether it was renamed; `false` if there is no such grant, or already a grant under the new name
   */
  renameSubject?(from: string, to: string): Awaitable<boolean>;
}

/** Keeps which process may refresh a grant, and whether it has begun. */
export interface GrantLeases {
  /**
   * Takes the lease of a grant, unless another owner holds an unexpired one. Uses the clock of the store, which all processes share.
   *
   * @returns the current grant; `undefined` if another owner holds the lease, or if the grant does not exist
   */
  takeLease(grantId: string, owner: string, lifetimeMs: number): Awaitable<Grant | undefined>;
  /** Renews a lease. @returns whether this owner holds it */
  renewLease(grantId: string, owner: string, lifetimeMs: number): Awaitable<boolean>;
  /** Releases the lease, unless another owner holds it. */
  releaseLease(grantId: string, owner: string): Awaitable<void>;
  /**
   * Saves the mark of a refresh before its request is sent; `undefined` removes the mark.
   *
   * @returns whether this owner holds the lease; otherwise nothing is saved
   */
  markRefreshing(grantId: string, owner: string, mark: RefreshMark | undefined): Awaitable<boolean>;
}

/** Keeps sealed secrets, such as the key of the subject hashes. */
export interface Secrets {
  /**
   * Saves a sealed secret, unless there is already one with this name. Required for hashed subjects.
   *
   * @param sealed `undefined`: only reads
   * @returns the stored secret; `undefined` if there is none
   */
  keepSecret?(name: string, sealed: string | undefined): Awaitable<string | undefined>;
  /** Replaces the seal of a secret, if it is still `sealedBefore`. @returns whether it was replaced */
  replaceSecret?(name: string, sealedBefore: string, sealed: string): Awaitable<boolean>;
}

/** Tells whether the store can be reached, and what it can lose. */
export interface StoreHealth {
  /** Throws if the store cannot be reached. */
  ping(): Awaitable<void>;
  /** Returns one sentence for the operator for each setting of the server that risks data loss. Empty: no risk is known. */
  durability(): Awaitable<readonly string[]>;
  /**
   * Returns a sentence for the operator if the server was replaced since the last call by one that may lack confirmed writes. Stores that cannot
   * detect this omit the method.
   *
   * @returns `undefined` if no replacement is known, and on the first call
   */
  serverReplaced?: (() => Awaitable<string | undefined>) | undefined;
  /**
   * The queries of the readiness probe, over a connection of their own. So a process whose pool is full stays ready. Stores without a pool omit it, and
   * the probe uses the methods above.
   */
  probe?: StoreProbe | undefined;
}

/** The queries of the readiness probe. */
export type StoreProbe = Pick<StoreHealth, 'ping' | 'serverReplaced'> & Pick<Grants, 'grants'>;

/** Deletes what has expired, migrates and closes the store. */
export interface StoreUpkeep {
  /**
   * Deletes expired data: consumed states, sessions, and grants without sessions that have been dead for {@link DEAD_LIFETIME_MS}.
   *
   * @param unusedSinceMs also deletes live grants without sessions and without a lease whose pair was received at this time or before. `undefined`:
   *   they are kept
   */
  prune(nowMs: number, unusedSinceMs?: number): Awaitable<void>;
  close(): Awaitable<void>;
  /** Migrates the database to this version. `undefined`: it has only one version, or the creator of the store provides the migration. */
  migration?: Migration | undefined;
}

/**
 * Storage of sessions, grants and consumed states. Every method is atomic, also between processes that share the store. All secrets are passed sealed
 * or hashed. One object implements all interfaces. `storeContract()` of `vaultlink/testing/store` checks a store of your own.
 *
 * Any method may throw if the store is unreachable. The caller then treats the operation as not done.
 */
export interface Store
  extends ConsumedStates, Sessions, Grants, GrantLeases, Secrets, StoreHealth, StoreUpkeep {
  /** The outbox in the same database, for the outcomes that the relay takes. `undefined`: there is none, such as in Redis. */
  outbox?: Outbox | undefined;
}
