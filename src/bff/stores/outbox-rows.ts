import type { OutboxCount, OutboxRow, OutboxState } from './outbox.ts';

/** SQL columns of a row of the outbox, named as in {@link OutboxSqlRow}. */
export const OUTBOX_ROW = `
  key, kind, name, state, payload, is_anonymous AS "isAnonymous", is_unapproved AS "isUnapproved",
  is_ambiguous AS "isAmbiguous", accepted_at_ms AS "acceptedAtMs", expires_at_ms AS "expiresAtMs",
  due_at_ms AS "dueAtMs", begun, ended, status, settled_at_ms AS "settledAtMs"`;

/** Some drivers return numbers as text. */
type Numeric = number | string;
type Flag = boolean | number;

/** A row of the outbox, as the driver returns it. */
export interface OutboxSqlRow {
  key: string;
  kind: string;
  name: string;
  state: string;
  payload: string | null;
  isAnonymous: Flag;
  isUnapproved: Flag;
  isAmbiguous: Flag;
  acceptedAtMs: Numeric;
  expiresAtMs: Numeric;
  dueAtMs: Numeric;
  begun: Numeric;
  ended: Numeric;
  status: Numeric | null;
  settledAtMs: Numeric | null;
}

/** Converts a row, without absent fields. */
export function outboxRowOf(row: OutboxSqlRow): OutboxRow {
  const { key, name, payload, status, settledAtMs } = row;
  return {
    key,
    kind: row.kind as OutboxRow['kind'],
    name,
    state: row.state as OutboxState,
    ...(payload !== null && { payload }),
    isAnonymous: Boolean(row.isAnonymous),
    isUnapproved: Boolean(row.isUnapproved),
    isAmbiguous: Boolean(row.isAmbiguous),
    acceptedAtMs: Number(row.acceptedAtMs),
    expiresAtMs: Number(row.expiresAtMs),
    dueAtMs: Number(row.dueAtMs),
    begun: Number(row.begun),
    ended: Number(row.ended),
    ...(status !== null && { status: Number(status) }),
    ...(settledAtMs !== null && { settledAtMs: Number(settledAtMs) }),
  };
}

/** Converts a count, as the driver returns it. */
export const outboxCountOf = (
  row: Omit<OutboxCount, 'count'> & { count: Numeric },
): OutboxCount => ({
  day: row.day,
  name: row.name,
  end: row.end,
  count: Number(row.count),
});
