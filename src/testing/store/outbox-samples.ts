import type { NewOutboxRow, Outbox, OutboxLease, OutboxRow } from '../../bff/index.ts';
import { MANY, NOON_MS } from './samples.ts';

/** An empty outbox. */
interface OpenedOutbox {
  outbox: Outbox;
  /** The same outbox, as another process has it. */
  other: Outbox;
  time: { now: () => number; advance: (milliseconds: number) => void };
}

/** The tests of an outbox, by title. */
export type OutboxTests = Readonly<Record<string, OutboxBehaviour>>;

/** Tests one behaviour. Rejects if the outbox behaves otherwise. */
export type OutboxBehaviour = (opened: OpenedOutbox) => Promise<void>;

const HOUR_MS = 3_600_000;

/** A row that a stranger has brought at noon, and that is due at once. */
export const newRow = (key: string, changes: Partial<NewOutboxRow> = {}): NewOutboxRow => ({
  key,
  kind: 'outcome',
  name: 'complete',
  payload: `key-1.payload-of-${key}`,
  isAnonymous: true,
  isUnapproved: false,
  acceptedAtMs: NOON_MS,
  expiresAtMs: NOON_MS + HOUR_MS,
  dueAtMs: NOON_MS,
  ...changes,
});

/** Returns the stored row of a new row that waits. */
export const waiting = (row: NewOutboxRow): OutboxRow => ({
  ...row,
  state: 'waiting',
  isAmbiguous: false,
  begun: 0,
  ended: 0,
});

/** Returns the stored row of a new row after its first request was begun. */
export const sending = (row: NewOutboxRow): OutboxRow => ({
  ...waiting(row),
  state: 'sending',
  begun: 1,
});

/** Returns the stored row of a new row after its first request was confirmed. */
export const confirmed = (row: NewOutboxRow, settledAtMs = NOON_MS): OutboxRow => ({
  ...sending(row),
  state: 'confirmed',
  ended: 1,
  status: 200,
  settledAtMs,
});

/** The lease of a process, for a second. */
export const leaseOf = (owner: string): OutboxLease => ({ owner, lifetimeMs: 1000 });

/** Adds a row, and saves how it ended. */
export async function settle(outbox: Outbox, row: OutboxRow): Promise<void> {
  const { key, isAnonymous, name, acceptedAtMs } = row;
  await outbox.accept(newRow(key, { isAnonymous, name, acceptedAtMs }), leaseOf('one'));
  await outbox.save(row, 'one');
}

/** Claims rows that are due at a time. @returns their keys */
export async function claimKeys(
  outbox: Outbox,
  owner: string,
  nowMs: number,
  limit = 10,
): Promise<string[]> {
  const rows = await outbox.claim('outcome', nowMs, limit, leaseOf(owner));
  return rows.map(({ key }) => key);
}

/** Does the same many times at once, with the two outboxes in turn. @param work is given an outbox and a number of its own */
export const atOnce = <T>(
  [one, other]: readonly [Outbox, Outbox],
  work: (outbox: Outbox, index: number) => T,
  times = MANY,
): Promise<Awaited<T>[]> =>
  Promise.all(
    Array.from({ length: times }, async (_, index) => await work(index % 2 ? other : one, index)),
  );
