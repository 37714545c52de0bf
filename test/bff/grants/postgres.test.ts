import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import postgres from 'postgres';
import { postgresStore } from 'vaultlink/bff/postgres';
import type { PostgresClient } from 'vaultlink/bff/postgres';
import { postgresIsMissing, startPostgres } from '../../support/postgres-server.ts';
import { NOON_MS } from '../support/time.ts';
import { flow, grantOf, sessionOf } from './store-samples.ts';
import { storeSuite } from './store-suite.ts';
import type { OpenStore } from './store-suite.ts';

let tables = 0;

/** Each store has tables of its own. */
const openWith =
  (clients: () => [PostgresClient, PostgresClient]): OpenStore =>
  (now) => {
    const prefix = `t${(tables += 1)}_`;
    const [one, other] = clients();
    return {
      store: postgresStore(one, { prefix, now }),
      again: () => postgresStore(other, { prefix, now }),
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
  before(async () => {
    server = await startPostgres('fsync=off');
  });
  after(() => server.close());

  describe('pg', () => {
    let pools: [pg.Pool, pg.Pool];
    before(() => {
      const pool = () => new pg.Pool({ connectionString: server.url });
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
    let pool: pg.Pool;
    before(() => {
      pool = new pg.Pool({ connectionString: server.url });
    });
    after(() => pool.end());

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

    it('are tried again where the database was away at first', async () => {
      const failing = {
        failures: 1,
        async query(text: string, parameters?: unknown[]) {
          this.failures -= 1;
          if (this.failures >= 0) throw new Error('away');
          return await pool.query<object>(text, parameters);
        },
      };
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
      const frugal = new pg.Pool({ connectionString: url.href });
      const store = postgresStore(frugal, { prefix: 'app.vault_' });
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      assert.deepEqual(await store.findGrantOfSubject('user-1'), grantOf('grant-1'));
      await frugal.end();
    });

    it('have names that no SQL fits into', () => {
      for (const prefix of ['', 'a b', 'a;', 'A_', 'a.b.c', `${'a'.repeat(60)}_`, "a'", '1a']) {
        assert.throws(() => postgresStore(pool, { prefix }), { code: 'configuration_error' });
      }
    });
  });

  describe('the PostgreSQL store', () => {
    let pool: pg.Pool;
    before(() => {
      pool = new pg.Pool({ connectionString: server.url });
    });
    after(() => pool.end());

    it('asks once for each check of a session, and once for every other call', async () => {
      const asked: string[] = [];
      const counting = {
        async query(text: string, parameters?: unknown[]) {
          asked.push(text);
          return await pool.query<object>(text, parameters);
        },
      };
      const store = postgresStore(counting, { prefix: 'counted_' });
      await store.ping();
      const calls: [string, () => unknown][] = [
        ['connect', () => store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'))],
        ['findSession', () => store.findSession('session-1', NOON_MS)],
        ['addFlow', () => store.addFlow(flow)],
        ['consumeFlow', () => store.consumeFlow(flow.id, NOON_MS)],
        ['takeLease', () => store.takeLease('grant-1', 'one', 1000)],
        ['saveGrant', () => store.saveGrant('grant-1', 1, grantOf('grant-1'))],
        ['disconnect', () => store.disconnect('session-1')],
      ];
      for (const [name, call] of calls) {
        asked.length = 0;
        assert.notEqual(await call(), false);
        assert.equal(asked.length, 1, name);
      }
    });

    it('goes by the clock of the server, whatever this machine believes', async (context) => {
      const store = postgresStore(pool, { prefix: 'clock_' });
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      context.mock.timers.enable({ apis: ['Date'], now: NOON_MS + 1e12 });
      assert.ok(await store.takeLease('grant-1', 'one', 60_000));
      context.mock.timers.setTime(NOON_MS + 2e12);
      assert.equal(await store.takeLease('grant-1', 'two', 60_000), undefined);
      await store.takeLease('grant-1', 'one', 0);
      assert.ok(await store.takeLease('grant-1', 'two', 60_000));
    });

    it('runs a statement again that the server has undone to let others go on', async () => {
      const undone = Object.assign(new Error('deadlock detected'), { code: '40P01' });
      const failing = {
        failures: 0,
        async query(text: string, parameters?: unknown[]) {
          this.failures -= 1;
          if (this.failures >= 0) throw undone;
          return await pool.query<object>(text, parameters);
        },
      };
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
      const hasty = new pg.Pool({
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
