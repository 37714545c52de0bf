import { acceptRow } from '../accept-row.ts';
import { createGroupCommit } from '../group-commit.ts';
import type { AcceptedRow, NewOutboxRow, Outbox, OutboxCount, OutboxLease } from '../outbox.ts';
import { outboxCountOf, outboxRowOf } from '../outbox-rows.ts';
import type { OutboxSqlRow } from '../outbox-rows.ts';
import { outboxStatements } from './postgres-outbox-statements.ts';
import { prune } from './postgres-statements.ts';

/** Access of an outbox to the database of its store. */
export interface PostgresOutboxPorts {
  prefix: string;
  /** Runs a statement once the tables are ready. */
  run: (text: string, ...parameters: unknown[]) => Promise<unknown[]>;
  /** Real time in milliseconds since 1970. `undefined`: the clock of the server. */
  now: (() => number) | undefined;
}

/** A call of {@link Outbox.accept}. */
interface Call {
  row: NewOutboxRow;
  lease: OutboxLease | undefined;
}

/** Creates the outbox in PostgreSQL. What one turn accepts is one statement, because each commit waits for the disk. */
export function postgresOutbox({ prefix, run, now }: PostgresOutboxPorts): Outbox {
  const sql = outboxStatements(prefix);
  /** `null` selects the clock of the server. */
  const nowMs = () => now?.() ?? null;
  const changed = async (rows: Promise<unknown[]>) => (await rows).length > 0;

  /** Adds the rows whose keys are new. @returns for each call the row that is stored; `undefined`: another process is just adding it */
  const add = createGroupCommit<Call, AcceptedRow | undefined>(async (calls) => {
    // A further call with the same key comes after the first one, and finds its row.
    const firsts = new Map([...calls].reverse().map((call) => [call.row.key, call]));
    const given = Array.from(firsts.values(), ({ row, lease }) => ({ ...row, ...lease }));
    const rows = (await run(sql.add, JSON.stringify(given), nowMs())) as AddedSqlRow[];
    const stored = new Map(rows.map((row) => [row.key, row]));
    return calls.map((call) => {
      const row = stored.get(call.row.key);
      const isFirst = firsts.get(call.row.key) === call;
      return row && { row: outboxRowOf(row), isNew: row.isNew && isFirst };
    });
  });

  return {
    isDurable: true,
    async accept(row, lease) {
      for (;;) {
        const stored = await add({ row, lease });
        // Only the next statement sees the row that another process has just added.
        if (!stored) continue;
        if (stored.isNew) return stored;
        const { isNew, row: wanted } = acceptRow(stored.row, row, lease !== undefined);
        if (wanted === stored.row) return stored;
        const { key, name, payload, isUnapproved, acceptedAtMs, expiresAtMs, dueAtMs } = row;
        const times = [acceptedAtMs, expiresAtMs, dueAtMs];
        const leased = [lease?.owner ?? null, lease?.lifetimeMs ?? null, nowMs()];
        const [result] = isNew
          ? await run(sql.replace, key, name, payload, isUnapproved, ...times, ...leased)
          : await run(sql.vouch, key, name);
        if (result) return { row: outboxRowOf(result as OutboxSqlRow), isNew };
        // The row was changed meanwhile: decide again.
      }
    },
    async find(key) {
      const [row] = await run(sql.find, key);
      return row ? outboxRowOf(row as OutboxSqlRow) : undefined;
    },
    async claim(kind, dueMs, limit, { owner, lifetimeMs }) {
      const rows = await run(sql.claim, kind, dueMs, limit, owner, lifetimeMs, nowMs());
      return (rows as OutboxSqlRow[]).map(outboxRowOf);
    },
    begin: (key, { owner, lifetimeMs }) => changed(run(sql.begin, key, owner, lifetimeMs, nowMs())),
    save(row, owner) {
      const { key, state, payload = null, isUnapproved, isAmbiguous, ended, status = null } = row;
      const { expiresAtMs, dueAtMs, settledAtMs = null } = row;
      const values = [state, payload, isUnapproved, isAmbiguous, expiresAtMs, dueAtMs, ended];
      return changed(run(sql.save, key, owner, ...values, status, settledAtMs));
    },
    async release(owner) {
      await run(sql.release, owner);
    },
    hasten: (key, dueMs) => changed(run(sql.hasten, key, dueMs, nowMs())),
    async nextDueAtMs(kind) {
      const [row] = await run(sql.nextDue, kind, nowMs());
      const { dueAtMs, leasedForMs } = row as Record<'dueAtMs' | 'leasedForMs', unknown>;
      const times: number[] = [];
      if (dueAtMs !== null) times.push(Number(dueAtMs));
      // The clock of the server may differ from the one of the rows.
      if (leasedForMs !== null) times.push((now?.() ?? Date.now()) + Number(leasedForMs));
      return times.length ? Math.min(...times) : undefined;
    },
    async list({ kind, states, sinceMs = 0, after, limit }) {
      const { acceptedAtMs, key } = after ?? { acceptedAtMs: Number.MAX_SAFE_INTEGER, key: '' };
      const known = states?.join(',') ?? null;
      const rows = await run(sql.list, kind, sinceMs, acceptedAtMs, key, known, limit);
      return (rows as OutboxSqlRow[]).map(outboxRowOf);
    },
    async addCount(kind, { day, name, end, count }) {
      await run(sql.addCount, kind, day, name, end, count);
    },
    counts: async (kind, sinceDay) =>
      ((await run(sql.counts, kind, sinceDay)) as OutboxCount[]).map(outboxCountOf),
    replacePayload: (key, before, sealed) => changed(run(sql.replacePayload, key, before, sealed)),
    async pruneSettled(beforeMs, mostErased) {
      await prune(run, sql.pruneSettled, beforeMs);
      await prune(run, sql.pruneErased, mostErased);
    },
  };
}

interface AddedSqlRow extends OutboxSqlRow {
  isNew: boolean;
}
