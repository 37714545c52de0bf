/** A value, or a promise of it: stores may be sync or async. */
export type Awaitable<T> = T | Promise<T>;

/** Kind of a row. So far there is one: an outcome for the service. */
export type OutboxKind = 'outcome';

/**
 * State of a row that is still to be delivered. `waiting`: no request of it can have been counted. `sending`: a request may be out. `unknown`: an
 * earlier request may have been counted.
 */
export type OpenOutboxState = 'waiting' | 'sending' | 'unknown';

/**
 * Final state of a row. `confirmed`: the service answered 2xx. `rejected`: the service refused the first request that it can have read.
 * `probably_recorded`: the service refused a request after another one that may have been counted. `undelivered`: the row expired. `refused`: the host
 * did not approve it.
 */
export type OutboxEnd = 'confirmed' | 'rejected' | 'probably_recorded' | 'undelivered' | 'refused';

/** State of a row. */
export type OutboxState = OpenOutboxState | OutboxEnd;

/** The ends, in the order in which reports list them. */
export const OUTBOX_ENDS = [
  'confirmed',
  'rejected',
  'probably_recorded',
  'undelivered',
  'refused',
] as const satisfies readonly OutboxEnd[];

/** The states of rows that are still to be delivered. */
export const OPEN_STATES = [
  'waiting',
  'sending',
  'unknown',
] as const satisfies readonly OpenOutboxState[];

/** A row of the outbox. */
export interface OutboxRow {
  /** Unique. Of an outcome: SHA-256 of its token, base64url. */
  key: string;
  kind: OutboxKind;
  /** Of an outcome: the outcome. */
  name: string;
  state: OutboxState;
  /**
   * Sealed; see `seal.ts`. Empty: nothing of it is kept. `undefined`: it was erased, because strangers can bring any number of such rows. Only settled
   * rows lose it.
   */
  payload?: string | undefined;
  /** A request of anybody has brought it, not the host's own process. */
  isAnonymous: boolean;
  /** The host has not said yet whether it may be delivered. */
  isUnapproved: boolean;
  /** An earlier request may have been counted. */
  isAmbiguous: boolean;
  acceptedAtMs: number;
  /** Time when the row expires, by the clock of the backend that accepted it. Of an outcome: the expiry of its token. */
  expiresAtMs: number;
  /** Time of the next delivery attempt. */
  dueAtMs: number;
  /** Number of requests that were begun. */
  begun: number;
  /** Number of requests whose result was saved. */
  ended: number;
  /** HTTP status of the last answer. */
  status?: number | undefined;
  /** Time when the row reached its final state; `undefined` while it is open. */
  settledAtMs?: number | undefined;
}

/** A row that is to be accepted. It has not been sent. */
export type NewOutboxRow = Pick<
  OutboxRow,
  | 'key'
  | 'kind'
  | 'name'
  | 'isAnonymous'
  | 'isUnapproved'
  | 'acceptedAtMs'
  | 'expiresAtMs'
  | 'dueAtMs'
> & { payload: string };

/** A process that works with rows. */
export interface OutboxLease {
  /** Random id of the process. */
  owner: string;
  lifetimeMs: number;
}

/** A row after {@link Outbox.accept}. */
export interface AcceptedRow {
  row: OutboxRow;
  /** `true` if the call has added or replaced the row. */
  isNew: boolean;
}

/** Query of {@link Outbox.list}. */
export interface OutboxQuery {
  kind: OutboxKind;
  /** `undefined`: all. */
  states?: readonly OutboxState[] | undefined;
  /** Only rows accepted at this time or later. */
  sinceMs?: number | undefined;
  /** Only rows after this one in the list: the last one of the previous page. */
  after?: Pick<OutboxRow, 'acceptedAtMs' | 'key'> | undefined;
  limit: number;
}

/** A number of rows that were accepted on the same day, have the same name and the same end. */
export interface OutboxCount {
  /** Day of acceptance in UTC, such as `2026-05-31`. */
  day: string;
  name: string;
  /** `accepted`: all rows of the day, in any state. */
  end: OutboxEnd | 'accepted';
  count: number;
}

/**
 * Stores rows that wait for delivery, and the final states of delivered rows. Every method is atomic, also between processes that share the outbox.
 * Payloads are passed sealed. Leases are measured by the clock of the store, which all processes share; all other times are given.
 *
 * A durable outbox resolves only when what it has written survives a power loss. It may write what several calls of one turn bring in one commit, but
 * no call waits longer than 5 milliseconds for others.
 */
export interface Outbox {
  /** `true` if rows survive the end of the process. */
  readonly isDurable: boolean;
  /**
   * Adds a row, unless there is one with its key. Adds one to the count `accepted` of its day and name.
   *
   * A row of the host's own process (`isAnonymous: false`) replaces an anonymous one that was never begun and is open or `refused`, moves the count, and
   * ends the lease: its owner has read what was replaced. If the stored one was begun, is open and has the same name, it stops being anonymous and
   * unapproved, but keeps all else.
   *
   * @param lease if the row is added or replaced, it is begun at once: `sending`, `begun` 1, and leased. `undefined`: it waits
   */
  accept(row: NewOutboxRow, lease?: OutboxLease): Awaitable<AcceptedRow>;
  find(key: string): Awaitable<OutboxRow | undefined>;
  /**
   * Leases open rows that are due and not leased, the longest due first. Changes nothing else: a row that is `sending` was left by a process that died.
   */
  claim(
    kind: OutboxKind,
    nowMs: number,
    limit: number,
    lease: OutboxLease,
  ): Awaitable<readonly OutboxRow[]>;
  /**
   * Records that the caller is about to send a request for a leased row: sets its state to `sending`, adds one to `begun` and renews the lease. Send the
   * request only if this returns `true`.
   *
   * @returns `false`, and changes nothing, if this owner has no lease on the row. An expired lease counts until another process claims the row
   */
  begin(key: string, lease: OutboxLease): Awaitable<boolean>;
  /**
   * Saves a row, and releases its lease. If it is settled, adds one to the count of its end, by the day of acceptance. A settled row of the host's own
   * process without a payload gets an empty one.
   *
   * @param row all fields are written but key, kind, name, `isAnonymous`, `acceptedAtMs` and `begun`. Others may have resealed or approved the row
   *   meanwhile: the payload is written only if the row is settled, and an approved row stays approved
   * @returns `true` if this owner held the lease; otherwise nothing is saved
   */
  save(row: OutboxRow, owner: string): Awaitable<boolean>;
  /** Releases all leases of an owner, of rows that are not `sending`. */
  release(owner: string): Awaitable<void>;
  /**
   * Makes an open row due at `nowMs`, unless it is due earlier, so that the next {@link Outbox.claim} can return it.
   *
   * @returns `false`, and changes nothing, if there is no such row, if it is settled, or if a process holds a lease on it
   */
  hasten(key: string, nowMs: number): Awaitable<boolean>;
  /** Returns when the next open row without a lease is due, or the next lease ends, by the clock of the rows. `undefined`: no row is open. */
  nextDueAtMs(kind: OutboxKind): Awaitable<number | undefined>;
  /** Returns rows, the last accepted first; of the same time in descending order of their keys. */
  list(query: OutboxQuery): Awaitable<readonly OutboxRow[]>;
  /** Adds to a count. Used for outcomes that the host refuses before they are stored. */
  addCount(kind: OutboxKind, count: OutboxCount): Awaitable<void>;
  /** Returns all counts from a day on, ordered by day, name and end. */
  counts(kind: OutboxKind, sinceDay: string): Awaitable<readonly OutboxCount[]>;
  /** Replaces the seal of a payload, if it is still `sealedBefore`. @returns whether it was replaced */
  replacePayload(key: string, sealedBefore: string, sealed: string): Awaitable<boolean>;
  /**
   * Deletes rows that were settled before a time; and of settled rows without a payload all but the latest `mostErased`.
   */
  pruneSettled(beforeMs: number, mostErased: number): Awaitable<void>;
}

/** Methods of an outbox, all of which may fail because it cannot be reached. */
export const OUTBOX_METHODS = [
  'accept',
  'find',
  'claim',
  'begin',
  'save',
  'release',
  'hasten',
  'nextDueAtMs',
  'list',
  'addCount',
  'counts',
  'replacePayload',
  'pruneSettled',
] as const satisfies readonly (keyof Outbox)[];

/** Returns the day of a time in UTC, such as `2026-05-31`. */
export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
