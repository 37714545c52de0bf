/** A value, or a promise of it: stores may be sync or async. */
export type Awaitable<T> = T | Promise<T>;

/** What a row of the outbox delivers. So far there is one kind: an outcome for the service. */
export type OutboxKind = 'outcome';

/**
 * State of a row that is still to be delivered. `waiting`: no request of it can have been counted. `sending`: a request may be out. `unknown`: an
 * earlier request may have been counted.
 */
export type OpenOutboxState = 'waiting' | 'sending' | 'unknown';

/**
 * How a row ended. `confirmed`: the service answered 2xx. `rejected`: the service refused the first request that it can have read. `probably_recorded`:
 * the service refused a request after another one that may have been counted. `undelivered`: the time was over. `refused`: the host did not approve it.
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
  /** When it can no longer be delivered, by the clock of the backend that accepted it. */
  expiresAtMs: number;
  /** When it is to be delivered, or delivered again. */
  dueAtMs: number;
  /** Number of requests that were begun. */
  begun: number;
  /** Number of requests whose result was saved. */
  ended: number;
  /** HTTP status of the last answer. */
  status?: number | undefined;
  /** When it ended; `undefined` while it is open. */
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
  /** Whether the call has added or replaced the row. */
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
  /** `accepted`: all rows of the day, whatever became of them. */
  end: OutboxEnd | 'accepted';
  count: number;
}

/**
 * Keeps what is to be delivered, until it is, and what became of it. Every method is atomic, also between processes that share the outbox. Payloads
 * are passed sealed. Leases are measured by the clock of the store, which all processes share; all other times are given.
 *
 * A durable outbox resolves only when what it has written survives a power loss. It may write what several calls of one turn bring in one commit, but
 * no call waits longer than 5 milliseconds for others.
 */
export interface Outbox {
  /** Whether rows survive the end of the process. */
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
  /** Notes that a request is about to leave: `sending`, one more `begun`. Renews the lease. @returns whether this owner holds the lease */
  begin(key: string, lease: OutboxLease): Awaitable<boolean>;
  /**
   * Saves a row, and releases its lease. A settled row of the host's keeps an empty payload in place of none. If it is settled, adds one to the count of its end, by the day of acceptance.
   *
   * @param row all fields are written but key, kind, name, `isAnonymous`, `acceptedAtMs` and `begun`. Others may have resealed or approved the row
   *   meanwhile: the payload is written only if the row is settled, and an approved row stays approved
   * @returns whether this owner held the lease; otherwise nothing is saved
   */
  save(row: OutboxRow, owner: string): Awaitable<boolean>;
  /** Releases all leases of an owner, of rows that are not `sending`. */
  release(owner: string): Awaitable<void>;
  /** Makes an open row that is not leased due at `nowMs`. @returns whether there is one */
  hasten(key: string, nowMs: number): Awaitable<boolean>;
  /** Returns when the next open row without a lease is due, or the next lease ends, by the clock of the rows. `undefined`: no row is open. */
  nextDueAtMs(kind: OutboxKind): Awaitable<number | undefined>;
  /** Returns rows, the last accepted first; of the same time in descending order of their keys. */
  list(query: OutboxQuery): Awaitable<readonly OutboxRow[]>;
  /** Adds to a count, for what ends before it becomes a row. */
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
