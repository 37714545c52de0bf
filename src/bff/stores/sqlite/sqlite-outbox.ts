import type { DatabaseSync, Statement } from 'node:sqlite';
import { acceptRow } from '../accept-row.ts';
import { createGroupCommit } from '../group-commit.ts';
import { dayOf } from '../outbox.ts';
import type { Outbox, OutboxCount, OutboxKind, OutboxLease, OutboxRow } from '../outbox.ts';
import { OUTBOX_ROW, outboxCountOf, outboxRowOf } from '../outbox-rows.ts';
import type { OutboxSqlRow } from '../outbox-rows.ts';
import { atomically } from './sqlite-file.ts';

/** Maximum number of rows that one statement deletes, so that it does not block the process for long. */
const PRUNE_LIMIT = 500;

/** Access of an outbox to the file of its store. */
export interface SqliteOutboxPorts {
  database: DatabaseSync;
  /** `true` if the file survives the process. */
  isDurable: boolean;
  /** Real time in milliseconds since 1970. */
  now: () => number;
  /** Runs work that reads or writes once the tables are ready, and waits while another process has locked the file. */
  read: <T>(work: () => T) => T | Promise<T>;
  write: <T>(work: () => T) => T | Promise<T>;
}

/** Creates the outbox in a SQLite file. All that one turn writes is committed at once, because each commit waits for the disk. */
export function sqliteOutbox({ database, isDurable, now, read, write }: SqliteOutboxPorts): Outbox {
  let prepared: Statements | undefined;
  const sql = () => (prepared ??= prepare(database));

  /** Counts of the commit in progress, by kind, day, name and end: all its rows together change each of them once. */
  let pendingCounts = new Map<string, OutboxCount & { kind: OutboxKind }>();

  const commit = createGroupCommit<() => unknown, unknown>((works) =>
    write(() =>
      atomically(database, () => {
        pendingCounts = new Map();
        const results = works.map((work) => work());
        for (const count of pendingCounts.values()) writeCount(count);
        return results;
      }),
    ),
  );
  const inCommit = <T>(work: () => T) => commit(work) as Promise<T>;
  const find = (key: string) => maybeRowOf(sql().find.get(key));

  const addCount = (kind: OutboxKind, { day, name, end, count }: OutboxCount) => {
    const key = [kind, day, name, end].join(' ');
    const sum = (pendingCounts.get(key)?.count ?? 0) + count;
    pendingCounts.set(key, { kind, day, name, end, count: sum });
  };
  const writeCount = ({ kind, day, name, end, count }: OutboxCount & { kind: OutboxKind }) => {
    sql().addCount.run(kind, day, name, end, count);
    if (count < 0) sql().deleteEmptyCount.run(kind, day, name, end);
  };
  const countAccepted = ({ kind, acceptedAtMs, name }: OutboxRow, count: number) =>
    addCount(kind, { day: dayOf(acceptedAtMs), name, end: 'accepted', count });
  const leaseOf = (lease: OutboxLease | undefined) =>
    lease ? ([lease.owner, now() + lease.lifetimeMs] as const) : ([null, 0] as const);
  const changed = (statement: Statement, ...values: (string | number | null)[]) =>
    Number(statement.run(...values).changes) > 0;

  /** Deletes in batches, with a turn for others in between. */
  async function prune(piece: () => number | bigint): Promise<void> {
    while ((await write(piece)) === PRUNE_LIMIT) {
      await new Promise((resolve) => void setTimeout(resolve, 0));
    }
  }

  return {
    isDurable,
    accept: (row, lease) =>
      inCommit(() => {
        const added = acceptRow(undefined, row, lease !== undefined);
        if (changed(sql().add, ...valuesOf(added.row), ...leaseOf(lease))) {
          countAccepted(added.row, 1);
          return added;
        }
        const stored = find(row.key);
        const accepted = acceptRow(stored, row, lease !== undefined);
        if (accepted.row === stored) return accepted;
        const { isNew } = accepted;
        const { name, state, payload = null, isAnonymous, isUnapproved } = accepted.row;
        const { acceptedAtMs, expiresAtMs, dueAtMs, begun, key } = accepted.row;
        const flags = [Number(isAnonymous), Number(isUnapproved)];
        const times = [acceptedAtMs, expiresAtMs, dueAtMs, begun];
        const ownLease = leaseOf(isNew ? lease : undefined);
        sql().replace.run(
          ...[name, state, payload, ...flags, ...times, ...ownLease],
          Number(isNew),
          key,
        );
        if (isNew && stored) countAccepted(stored, -1);
        if (isNew) countAccepted(accepted.row, 1);
        return accepted;
      }),
    find: (key) => read(() => find(key)),
    claim: (kind, nowMs, limit, lease) =>
      inCommit(() =>
        (sql().claim.all(...leaseOf(lease), kind, nowMs, now(), limit) as OutboxSqlRow[])
          .map(outboxRowOf)
          .sort((one, other) => one.dueAtMs - other.dueAtMs),
      ),
    begin: (key, lease) =>
      inCommit(() => changed(sql().begin, now() + lease.lifetimeMs, key, lease.owner)),
    save: (row, owner) =>
      inCommit(() => {
        const { key, state, payload, isUnapproved, isAmbiguous, expiresAtMs, dueAtMs } = row;
        const { ended, status, settledAtMs } = row;
        const values = [state, payload ?? null, Number(isUnapproved), Number(isAmbiguous)];
        const times = [expiresAtMs, dueAtMs, ended, status ?? null, settledAtMs ?? null];
        const saved = sql().save.get(...values, ...times, key, owner) as SavedRow | undefined;
        if (saved && settledAtMs !== undefined) {
          const { kind, name, acceptedAtMs } = saved;
          const end = state as OutboxCount['end'];
          addCount(kind, { day: dayOf(acceptedAtMs), name, end, count: 1 });
        }
        return saved !== undefined;
      }),
    release: (owner) =>
      inCommit(() => {
        sql().release.run(owner);
      }),
    hasten: (key, nowMs) => inCommit(() => changed(sql().hasten, nowMs, key, now())),
    nextDueAtMs: (kind) =>
      read(() => {
        const nowMs = now();
        const due = sql().nextDue.get(kind, nowMs) as { atMs: number } | undefined;
        const leased = sql().nextLease.get(kind, nowMs) as { atMs: number | null };
        const times = [due?.atMs, leased.atMs ?? undefined].filter((time) => time !== undefined);
        return times.length ? Math.min(...times) : undefined;
      }),
    list: ({ kind, states, sinceMs = 0, after, limit }) =>
      read(() => {
        const from = after ?? { acceptedAtMs: Number.MAX_SAFE_INTEGER, key: '' };
        const known = states && JSON.stringify(states);
        const values = [kind, sinceMs, from.acceptedAtMs, from.key, known ?? null, limit];
        return (sql().list.all(...values) as OutboxSqlRow[]).map(outboxRowOf);
      }),
    addCount: (kind, count) => inCommit(() => addCount(kind, count)),
    counts: (kind, sinceDay) =>
      read(() => (sql().counts.all(kind, sinceDay) as OutboxCount[]).map(outboxCountOf)),
    replacePayload: (key, before, sealed) =>
      inCommit(() => changed(sql().replacePayload, sealed, key, before)),
    async pruneSettled(beforeMs, mostErased) {
      await prune(() => sql().pruneSettled.run(beforeMs, PRUNE_LIMIT).changes);
      await prune(() => sql().pruneErased.run(mostErased, PRUNE_LIMIT).changes);
    },
  };
}

interface SavedRow {
  kind: OutboxKind;
  name: string;
  acceptedAtMs: number;
}

const maybeRowOf = (row: unknown) => (row ? outboxRowOf(row as OutboxSqlRow) : undefined);

/** Returns the values of a row in the order of the columns of {@link OUTBOX_ROW}. */
function valuesOf(row: OutboxRow) {
  const { key, kind, name, state, payload, isAnonymous, isUnapproved, isAmbiguous } = row;
  const { acceptedAtMs, expiresAtMs, dueAtMs, begun, ended, status, settledAtMs } = row;
  return [
    ...[key, kind, name, state, payload ?? null],
    ...[Number(isAnonymous), Number(isUnapproved), Number(isAmbiguous)],
    ...[acceptedAtMs, expiresAtMs, dueAtMs, begun, ended, status ?? null, settledAtMs ?? null],
  ];
}

type Statements = ReturnType<typeof prepare>;

/** Prepares the statements once the tables are there. */
function prepare(database: DatabaseSync) {
  const one = (text: string) => database.prepare(text);
  return {
    add: one(`INSERT INTO outbox (key, kind, name, state, payload, is_anonymous, is_unapproved, is_ambiguous,
        accepted_at_ms, expires_at_ms, due_at_ms, begun, ended, status, settled_at_ms, lease_owner, lease_until_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`),
    // The value before the key says whether the row counts as new; otherwise its lease stays.
    replace:
      one(`UPDATE outbox SET name = ?1, state = ?2, payload = ?3, is_anonymous = ?4, is_unapproved = ?5,
        accepted_at_ms = ?6, expires_at_ms = ?7, due_at_ms = ?8, begun = ?9, settled_at_ms = NULL,
        lease_owner = iif(?12, ?10, lease_owner), lease_until_ms = iif(?12, ?11, lease_until_ms)
      WHERE key = ?13`),
    find: one(`SELECT ${OUTBOX_ROW} FROM outbox WHERE key = ?`),
    claim: one(`UPDATE outbox SET lease_owner = ?, lease_until_ms = ? WHERE key IN (
        SELECT key FROM outbox WHERE kind = ? AND settled_at_ms IS NULL AND due_at_ms <= ? AND lease_until_ms <= ?
        ORDER BY due_at_ms LIMIT ?) RETURNING ${OUTBOX_ROW}`),
    begin: one(`UPDATE outbox SET state = 'sending', begun = begun + 1, lease_until_ms = ?
      WHERE key = ? AND lease_owner = ?`),
    save: one(`UPDATE outbox SET state = ?1, payload = iif(?9 IS NULL, payload, iif(?2 IS NULL AND NOT is_anonymous, '', ?2)),
        is_unapproved = min(is_unapproved, ?3), is_ambiguous = ?4, expires_at_ms = ?5, due_at_ms = ?6,
        ended = ?7, status = ?8, settled_at_ms = ?9, lease_owner = NULL, lease_until_ms = 0
      WHERE key = ?10 AND lease_owner = ?11 RETURNING kind, name, accepted_at_ms AS acceptedAtMs`),
    release: one(`UPDATE outbox SET lease_owner = NULL, lease_until_ms = 0
      WHERE lease_owner = ? AND state <> 'sending'`),
    hasten: one(`UPDATE outbox SET due_at_ms = min(due_at_ms, ?)
      WHERE key = ? AND settled_at_ms IS NULL AND lease_until_ms <= ?`),
    nextDue: one(`SELECT due_at_ms AS atMs FROM outbox
      WHERE kind = ? AND settled_at_ms IS NULL AND lease_until_ms <= ? ORDER BY due_at_ms LIMIT 1`),
    nextLease: one(`SELECT min(lease_until_ms) AS atMs FROM outbox
      WHERE kind = ? AND lease_owner IS NOT NULL AND lease_until_ms > ?`),
    list: one(`SELECT ${OUTBOX_ROW} FROM outbox
      WHERE kind = ?1 AND accepted_at_ms >= ?2 AND (accepted_at_ms, key) < (?3, ?4)
        AND (?5 IS NULL OR state IN (SELECT value FROM json_each(?5)))
      ORDER BY accepted_at_ms DESC, key DESC LIMIT ?6`),
    addCount: one(`INSERT INTO outbox_counts (kind, day, name, result, count) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET count = count + excluded.count`),
    deleteEmptyCount: one(`DELETE FROM outbox_counts
      WHERE kind = ? AND day = ? AND name = ? AND result = ? AND count = 0`),
    counts:
      one(`SELECT day, name, result AS "end", count FROM outbox_counts WHERE kind = ? AND day >= ?
      ORDER BY day, name, result`),
    replacePayload: one('UPDATE outbox SET payload = ? WHERE key = ? AND payload = ?'),
    pruneSettled: one(`DELETE FROM outbox WHERE key IN
      (SELECT key FROM outbox WHERE settled_at_ms < ? LIMIT ?)`),
    pruneErased: one(`DELETE FROM outbox WHERE key IN (SELECT key FROM outbox WHERE payload IS NULL
      ORDER BY settled_at_ms DESC LIMIT ?2 OFFSET ?1)`),
  };
}
