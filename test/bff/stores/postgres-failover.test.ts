import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { postgresStore } from 'vaultlink/bff/postgres';
import { newRow } from '../../../src/testing/store/outbox-samples.ts';
import { postgresIsMissing, startPostgres, startReplica } from '../../support/postgres-server.ts';

/** A server that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 60_000 };

const ADVICE = /synchronous_standby_names \(it is empty\)/;

describe('the PostgreSQL store with a replica', { ...limit, skip: postgresIsMissing }, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let replica: Awaited<ReturnType<typeof startReplica>>;
  const pools: pg.Pool[] = [];
  before(async () => {
    server = await startPostgres('fsync=on', 'wal_keep_size=64MB');
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await admin.query('CREATE ROLE frugal LOGIN; GRANT ALL ON SCHEMA public TO frugal');
    await admin.end();
  });
  after(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await Promise.all([server, replica].map((one) => one.close()));
  });

  function poolOf(url: string, changes: { user?: string; options?: string } = {}): pg.Pool {
    const at = new URL(url);
    if (changes.user !== undefined) at.username = changes.user;
    const { options } = changes;
    const pool = new pg.Pool({
      connectionString: at.href,
      ...(options !== undefined && { options }),
    });
    pool.on('error', () => undefined);
    pools.push(pool);
    return pool;
  }

  it('tells that a failover loses something where the replica is asynchronous, and asks for no right to see it', async () => {
    const store = postgresStore(poolOf(server.url));
    assert.deepEqual(await store.durability(), []);
    replica = await startReplica(server.port);
    const admin = poolOf(server.url);
    const streaming = "SELECT FROM pg_stat_replication WHERE state = 'streaming'";
    while (!(await admin.query(streaming)).rowCount);
    for (const user of ['postgres', 'frugal']) {
      const pool = poolOf(server.url, { user });
      const [sentence, ...more] = await postgresStore(pool, { prefix: `${user}_` }).durability();
      assert.match(sentence ?? '', ADVICE);
      assert.deepEqual(more, []);
    }
  });

  it('has nothing to tell where the replica is synchronous, unless commits do not wait for it', async () => {
    const admin = poolOf(server.url);
    await admin.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await admin.query('SELECT pg_reload_conf()');
    const synchronous = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'";
    while (!(await admin.query(synchronous)).rowCount);
    assert.deepEqual(await postgresStore(poolOf(server.url)).durability(), []);
    const hasty = poolOf(server.url, { options: '-c synchronous_commit=local' });
    assert.match((await postgresStore(hasty).durability()).join(), /to on \(it is local\)/);
  });

  it('accepts an outcome only once a synchronous replica has it, though other commits do not wait', async () => {
    const admin = poolOf(server.url);
    await admin.query("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    await admin.query('SELECT pg_reload_conf()');
    const asynchronous = "SELECT FROM pg_stat_replication WHERE sync_state = 'async'";
    while (!(await admin.query(asynchronous)).rowCount);
    const store = postgresStore(poolOf(server.url, { options: '-c synchronous_commit=local' }));
    assert.equal(await store.consumeState('hash-1', 1), true);
    const ended: string[] = [];
    const accepted = Promise.resolve(store.outbox?.accept(newRow('a'))).then(() => {
      ended.push('accept');
    });
    const waiting = "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    while (!(await admin.query(waiting)).rowCount) assert.deepEqual(ended, []);
    assert.deepEqual(ended, []);
    await admin.query("ALTER SYSTEM SET synchronous_standby_names = ''");
    await admin.query('SELECT pg_reload_conf()');
    await accepted;
    assert.deepEqual(ended, ['accept']);
  });

  it('tells once that a replica has taken over', async () => {
    let pool = poolOf(server.url, { user: 'frugal' });
    const store = postgresStore({ query: (text, values) => pool.query<object>(text, values) });
    const serverReplaced = async () => store.serverReplaced?.();
    assert.equal(await serverReplaced(), undefined);
    assert.equal(await serverReplaced(), undefined);
    const follower = poolOf(replica.url);
    const { rows } = await poolOf(server.url).query<{ lsn: string }>(
      'SELECT pg_current_wal_lsn() AS lsn',
    );
    const caughtUp = `SELECT WHERE pg_last_wal_replay_lsn() >= '${rows[0]?.lsn ?? ''}'`;
    while (!(await follower.query(caughtUp)).rowCount);
    await server.stop();
    assert.equal(await serverReplaced(), undefined);

    pool = poolOf(replica.url, { user: 'frugal' });
    // A replica that is still one has taken over from nobody.
    assert.equal(await serverReplaced(), undefined);
    await follower.query('SELECT pg_promote()');
    assert.match((await serverReplaced()) ?? '', /^Another PostgreSQL server has taken over/);
    assert.equal(await serverReplaced(), undefined);
  });

  it('tells that an earlier copy was restored, and nothing after a restart', async () => {
    let rows = [{ system: '1', timeline: '00000001', bytes: '1000' }];
    const store = postgresStore({
      query: (text) =>
        Promise.resolve({ rows: text.includes('pg_control_system') ? rows : [{ version: 1 }] }),
    });
    const isReplacedAt = async (system: string, bytes: string) => {
      rows = [{ system, timeline: '00000001', bytes }];
      return (await store.serverReplaced?.()) !== undefined;
    };
    assert.equal(await isReplacedAt('1', '1000'), false);
    assert.equal(await isReplacedAt('1', '20000000000000000000'), false);
    assert.equal(await isReplacedAt('1', '20000000000000000000'), false);
    assert.equal(await isReplacedAt('1', '19999999999999999999'), true);
    assert.equal(await isReplacedAt('2', '29999999999999999999'), true);
  });
});
