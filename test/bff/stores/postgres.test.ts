import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import postgres from 'postgres';
import { postgresStore } from 'vaultlink/bff/postgres';
import type { PostgresClient } from 'vaultlink/bff/postgres';
import { openPool, postgresIsMissing, startPostgres } from '../../support/postgres-server.ts';
import { serverStoreSuite } from './server-store-suite.ts';
import { confirmed, leaseOf, newRow } from '../../../src/testing/store/outbox-samples.ts';
import { grantOf, NOON_MS, sessionOf } from '../../../src/testing/store/samples.ts';
import { storeSuite } from './store-suite.ts';
import type { OpenStore } from './store-suite.ts';

let prefixes = 0;

/** Each store has tables of its own. */
const newPrefix = () => `t${(prefixes += 1)}_`;

/** Each row of each table. */
async function contentsOf(client: PostgresClient, prefix: string) {
  const run = async (sql: string): Promise<readonly unknown[]> =>
    'unsafe' in client ? client.unsafe(sql) : (await client.query(sql)).rows;
  const tables = (await run(
    `SELECT tablename FROM pg_tables WHERE starts_with(tablename, '${prefix}') ORDER BY 1`,
  )) as { tablename: string }[];
  assert(tables.length >= 6);
  return Promise.all(tables.map(async ({ tablename }) => [...(await run(`TABLE ${tablename}`))]));
}

const openWith =
  (clients: () => [PostgresClient, PostgresClient]): OpenStore =>
  (now) => {
    const prefix = newPrefix();
    const [one, other] = clients();
    return {
      store: postgresStore(one, { prefix, now }),
      again: () => postgresStore(other, { prefix, now }),
      contents: () => contentsOf(one, prefix),
    };
  };

describe('PostgreSQL within the process', () => {
  let database: PGlite;
  before(async () => {
    database = await PGlite.create();
  });
  after(() => database.close());

  storeSuite(
    'the PostgreSQL store, through PGlite',
    openWith(() => [database, database]),
  );
});

describe('a server of PostgreSQL', { skip: postgresIsMissing }, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let pool: pg.Pool;
  before(async () => {
    server = await startPostgres('fsync=off');
    pool = openPool({ connectionString: server.url });
  });
  after(async () => {
    await pool.end();
    await server.close();
  });

  /** A client whose next statements fail: as many as `failures` says. */
  const failingClient = (error: Error, failures = 0) => ({
    failures,
    async query(text: string, parameters?: unknown[]) {
      this.failures -= 1;
      if (this.failures >= 0) throw error;
      return await pool.query<object>(text, parameters);
    },
  });

  describe('pg', () => {
    let pools: [pg.Pool, pg.Pool];
    before(() => {
      const pool = () => openPool({ connectionString: server.url });
      pools = [pool(), pool()];
    });
    after(() => Promise.all(pools.map((pool) => pool.end())));

    storeSuite(
      'the PostgreSQL store, through two pools of pg',
      openWith(() => pools),
    );
  });

  describe('Postgres.js', () => {
    let clients: [postgres.Sql, postgres.Sql];
    before(() => {
      clients = [postgres(server.url), postgres(server.url)];
    });
    after(() => Promise.all(clients.map((client) => client.end())));

    storeSuite(
      'the PostgreSQL store, through two pools of Postgres.js',
      openWith(() => clients),
    );
  });

  describe('the tables of the PostgreSQL store', () => {
    it('are made once by many processes that start at once', async () => {
      const stores = Array.from({ length: 10 }, () => postgresStore(pool, { prefix: 'many_' }));
      await Promise.all(stores.map(async (store) => store.ping()));
      const { rows } = await pool.query('SELECT version FROM many_versions');
      assert.deepEqual(rows, [{ version: 1 }]);
    });

    it('are refused where a later version has written them', async () => {
      await postgresStore(pool, { prefix: 'later_' }).ping();
      await pool.query('INSERT INTO later_versions (version) VALUES (99)');
      const store = postgresStore(pool, { prefix: 'later_' });
      await assert.rejects(async () => store.ping(), { code: 'configuration_error' });
    });

    it('are not made for who only looks, and are looked at where they are', async () => {
      const looking = postgresStore(pool, { prefix: 'looked_', migrates: false });
      for (const look of [() => looking.ping(), () => looking.grants(undefined, 1)]) {
        await assert.rejects(async () => look(), {
          code: 'configuration_error',
          message: /^This database is not set up/,
        });
      }
      const { rows } = await pool.query("SELECT to_regclass('looked_versions') AS made");
      assert.deepEqual(rows, [{ made: null }]);
      await postgresStore(pool, { prefix: 'looked_' }).ping();
      assert.deepEqual(await looking.grants(undefined, 1), []);
      await pool.query('INSERT INTO looked_versions (version) VALUES (99)');
      const late = postgresStore(pool, { prefix: 'looked_', migrates: false });
      await assert.rejects(async () => late.ping(), { message: /^A later version/ });
    });

    it('are tried again where the database was away at first', async () => {
      const failing = failingClient(new Error('away'), 1);
      const store = postgresStore(failing, { prefix: 'again_' });
      await assert.rejects(async () => store.ping(), { message: 'away' });
      await store.ping();
    });

    it('may lie in a schema, and be used by a role that may make none', async () => {
      await pool.query('CREATE SCHEMA app');
      await postgresStore(pool, { prefix: 'app.vault_' }).ping();
      await pool.query(`
        CREATE ROLE frugal LOGIN;
        GRANT USAGE ON SCHEMA app TO frugal;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA app TO frugal`);
      const url = new URL(server.url);
      url.username = 'frugal';
      const frugal = openPool({ connectionString: url.href });
      const store = postgresStore(frugal, { prefix: 'app.vault_' });
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      assert.deepEqual(await store.findGrantOfSubject('user-1'), grantOf('grant-1'));
      const { outbox } = store;
      await outbox?.accept(newRow('a'), leaseOf('one'));
      assert.equal(await outbox?.save(confirmed(newRow('a')), 'one'), true);
      await outbox?.pruneSettled(NOON_MS + 1, 0);
      assert.deepEqual(await outbox?.list({ kind: 'outcome', limit: 1 }), []);
      assert.equal((await outbox?.counts('outcome', '2026-01-01'))?.length, 2);
      await frugal.end();
    });

    it('have names that no SQL fits into', () => {
      for (const prefix of ['', 'a b', 'a;', 'A_', 'a.b.c', `${'a'.repeat(60)}_`, "a'", '1a']) {
        assert.throws(() => postgresStore(pool, { prefix }), { code: 'configuration_error' });
      }
    });
  });

  describe('the PostgreSQL store', () => {
    serverStoreSuite(() => {
      const asked: string[] = [];
      const counting: PostgresClient = {
        query(text, parameters) {
          asked.push('query');
          return pool.query<object>(text, parameters);
        },
      };
      return { asked, store: postgresStore(counting, { prefix: newPrefix() }) };
    }, 'query');

    it('reads the state of a session without its sealed pair', async () => {
      const rows: unknown[] = [];
      const recording: PostgresClient = {
        async query(text, parameters) {
          const result = await pool.query<object>(text, parameters);
          rows.push(...result.rows);
          return result;
        },
      };
      const store = postgresStore(recording, { prefix: newPrefix() });
      const grant = grantOf('grant-1');
      await store.connect(sessionOf('session-1', 'grant-1'), grant);
      assert.equal((await store.findSessionState('session-1', 0))?.grant.keyId, 'key-1');
      assert.ok(!JSON.stringify(rows).includes(grant.sealed));
      await store.findSession('session-1', 0);
      assert.ok(JSON.stringify(rows).includes(grant.sealed));
    });

    it('runs a statement again that the server has undone to let others go on', async () => {
      const undone = Object.assign(new Error('deadlock detected'), { code: '40P01' });
      const failing = failingClient(undone);
      const store = postgresStore(failing, { prefix: 'undone_' });
      await store.ping();
      failing.failures = 4;
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      failing.failures = 5;
      await assert.rejects(async () => store.findGrant('grant-1'), undone);
    });

    it('tells what is set up so that a crash could lose something', async () => {
      const off = 'fsync off';
      const [sentence, ...more] = await postgresStore(pool).durability();
      assert.match(sentence ?? '', new RegExp(off));
      assert.deepEqual(more, []);
      const hasty = openPool({
        connectionString: server.url,
        options: '-c synchronous_commit=off',
      });
      const sentences = await postgresStore(hasty).durability();
      assert.deepEqual(
        sentences.map((one) => /\((\w+) off\)/.exec(one)?.[1]),
        ['fsync', 'synchronous_commit'],
      );
      await hasty.end();
    });
  });
});
