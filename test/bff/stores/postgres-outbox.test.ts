import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type pg from 'pg';
import type { Outbox } from 'vaultlink/bff';
import { postgresStore } from 'vaultlink/bff/postgres';
import type { PostgresClient } from 'vaultlink/bff/postgres';
import { outboxStatements } from '../../../src/bff/stores/postgres/postgres-outbox-statements.ts';
import { confirmed, leaseOf, newRow } from '../../../src/testing/store/outbox-samples.ts';
import { NOON_MS } from '../../../src/testing/store/samples.ts';
import { openPool, postgresIsMissing, startPostgres } from '../../support/postgres-server.ts';

/** Nothing but a commit makes the server write its log to the disk, and nothing but our statements writes to the log. */
const SETTINGS = [
  'fsync=off',
  'wal_writer_delay=10s',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
];

/** A commit is longer than the header of a page, by which the two positions may differ. */
const IS_ON_DISK =
  'SELECT pg_current_wal_insert_lsn() - pg_current_wal_flush_lsn() < 34 AS "isOnDisk"';

/** A step of a statement, as the server explains it. */
interface Step {
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: readonly Step[];
}

interface ExplainedRow {
  'QUERY PLAN': readonly { Plan: Step }[];
}

/** Returns how many rows the step reads that reads most. */
function mostReadIn({ Plan: step }: { Plan: Step }): number {
  const own = step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0);
  return Math.max(own, ...(step.Plans ?? []).map((Plan) => mostReadIn({ Plan })));
}

describe('the outbox in PostgreSQL', { skip: postgresIsMissing }, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let pool: pg.Pool;
  before(async () => {
    server = await startPostgres(...SETTINGS);
    pool = openPool({ connectionString: server.url });
  });
  after(async () => {
    await pool.end();
    await server.close();
  });

  function outboxOf(client: PostgresClient, prefix: string): Outbox {
    const { outbox } = postgresStore(client, { prefix });
    assert.ok(outbox);
    return outbox;
  }

  /** A client that notes the statements that it runs. */
  function recordingClient() {
    const statements: string[] = [];
    const client: PostgresClient = {
      query(text, parameters) {
        statements.push(text);
        return pool.query<object>(text, parameters);
      },
    };
    return { client, statements };
  }

  it('waits for the disk with each write that counts, though the role does not', async () => {
    await pool.query('CREATE ROLE hasty LOGIN; ALTER ROLE hasty SET synchronous_commit = off');
    await pool.query('GRANT ALL ON SCHEMA public TO hasty');
    const at = new URL(server.url);
    at.username = 'hasty';
    const hasty = openPool({ connectionString: at.href });
    const store = postgresStore(hasty, { prefix: 'hasty_' });
    const { outbox } = store;
    assert.ok(outbox);
    const isOnDisk = async () =>
      (await pool.query<{ isOnDisk: boolean }>(IS_ON_DISK)).rows[0]?.isOnDisk;
    await outbox.find('a');
    const host = { isAnonymous: false };
    const count = { day: '2026-03-01', name: 'complete', end: 'refused', count: 1 } as const;
    const writes: [string, () => unknown][] = [
      ['accept', () => outbox.accept(newRow('a'))],
      ['accept and begin', () => outbox.accept(newRow('b'), leaseOf('one'))],
      ['replace', () => outbox.accept(newRow('a', { ...host, name: 'quota_full' }))],
      ['vouch', () => outbox.accept(newRow('b', host))],
      ['hasten', () => outbox.hasten('a', NOON_MS - 1)],
      ['begin', () => outbox.begin('b', leaseOf('one'))],
      ['replacePayload', () => outbox.replacePayload('b', newRow('b').payload, 'key-2.anew')],
      ['save', () => outbox.save(confirmed(newRow('b')), 'one')],
      ['addCount', () => outbox.addCount('outcome', count)],
    ];
    for (const [name, write] of writes) {
      await store.consumeState(`hash of ${name}`, 1);
      assert.equal(await isOnDisk(), false, 'The role waits for the disk by itself.');
      assert.notEqual(await write(), false);
      assert.equal(await isOnDisk(), true, name);
    }
    const { rows } = await hasty.query("SELECT current_setting('synchronous_commit') AS setting");
    assert.deepEqual(rows, [{ setting: 'off' }]);
    await hasty.end();
  });

  it('asks once for what one turn accepts, and once for every other call', async () => {
    const { client, statements } = recordingClient();
    const outbox = outboxOf(client, 'once_');
    await outbox.find('a');
    const rowOf = (id: number) => newRow(`row-${id}`);
    const stored = rowOf(1);
    const calls: [string, () => unknown][] = [
      [
        'accept',
        () => Promise.all(Array.from({ length: 100 }, async (_, id) => outbox.accept(rowOf(id)))),
      ],
      ['find', () => outbox.find('row-1')],
      ['claim', () => outbox.claim('outcome', NOON_MS, 100, leaseOf('one'))],
      ['begin', () => outbox.begin('row-1', leaseOf('one'))],
      ['replacePayload', () => outbox.replacePayload('row-1', stored.payload, 'key-2.anew')],
      ['save', () => outbox.save(confirmed(stored), 'one')],
      ['release', () => outbox.release('one')],
      ['hasten', () => outbox.hasten('row-2', NOON_MS)],
      ['nextDueAtMs', () => outbox.nextDueAtMs('outcome')],
      ['list', () => outbox.list({ kind: 'outcome', limit: 10 })],
      ['counts', () => outbox.counts('outcome', '2026-01-01')],
    ];
    for (const [name, work] of calls) {
      statements.length = 0;
      assert.notEqual(await work(), false, name);
      assert.equal(statements.length, 1, name);
    }
  });

  it('measures leases by the clock of the server, whatever this machine believes', async (context) => {
    const outbox = outboxOf(pool, 'clock_');
    const minute = (owner: string) => ({ owner, lifetimeMs: 60_000 });
    await outbox.accept(newRow('a'), minute('one'));
    context.mock.timers.enable({ apis: ['Date'], now: NOON_MS + 1e12 });
    assert.deepEqual(await outbox.claim('outcome', Date.now(), 1, minute('two')), []);
    const leasedForMs = ((await outbox.nextDueAtMs('outcome')) ?? 0) - Date.now();
    assert.ok(leasedForMs > 0 && leasedForMs <= 60_000, `The lease ends in ${leasedForMs} ms.`);
    await outbox.begin('a', { owner: 'one', lifetimeMs: 0 });
    assert.equal((await outbox.claim('outcome', Date.now(), 1, minute('two'))).length, 1);
  });

  it('reads no more rows if more are waiting, also before statistics exist', async () => {
    const outbox = outboxOf(pool, 'full_');
    await outbox.find('a');
    const sql = outboxStatements('full_');
    await pool.query(`INSERT INTO full_outbox (key, kind, name, state, payload, is_anonymous,
        is_unapproved, accepted_at_ms, expires_at_ms, due_at_ms, begun)
      SELECT 'row-' || id, 'outcome', 'complete', 'waiting', 'key-1.sealed', true, false, id, id, id, 0
      FROM generate_series(1, 20000) AS id`);
    const given = JSON.stringify([newRow('row-20000'), newRow('row-20001')]);
    const statements: [string, string, unknown[]][] = [
      ['claim', sql.claim, ['outcome', NOON_MS, 50, 'one', 1000, null]],
      ['nextDue', sql.nextDue, ['outcome', null]],
      ['add', sql.add, [given, null]],
      ['begin', sql.begin, ['row-1', 'one', 1000, null]],
      ['release', sql.release, ['one']],
      ['pruneErased', sql.pruneErased, [10_000]],
    ];
    const assertFewRead = async () => {
      for (const [name, text, values] of statements) {
        const { rows } = await pool.query<ExplainedRow>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        );
        const most = Math.max(...rows.flatMap((row) => row['QUERY PLAN'].map(mostReadIn)));
        assert.ok(most <= 200, `${name} reads ${most} rows.`);
      }
    };
    await assertFewRead();
    await pool.query('ANALYZE full_outbox');
    await assertFewRead();
  });
});
