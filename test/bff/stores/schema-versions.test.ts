import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { createClient } from 'redis';
import type { Migration, Store } from 'vaultlink/bff';
import { postgresStore } from 'vaultlink/bff/postgres';
import { redisStore } from 'vaultlink/bff/redis';
import { sqliteMigration, sqliteStore } from 'vaultlink/bff/sqlite';
import { postgresFirst, sqliteFirst } from '../../support/first-tables.ts';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';
import { NOON_MS } from '../support/time.ts';
import { flow, grantOf, sessionOf } from './store-samples.ts';

const flowValues = (expiresAtMs: number) =>
  `('flow-1', 'hash-1', 'sealed-verifier', '/survey?a=b', 'popup', 'user-1', 'session-0', ${expiresAtMs})`;
const FLOW_COLUMNS =
  '(id, browser_key_hash, sealed_verifier, return_to, display, subject, previous_session_id, expires_at_ms)';

/** What an earlier version has left, and how another process of it would begin a flow. */
interface Kept {
  open: (options?: { migrates: boolean }) => Store;
  addFlow: (expiresAtMs?: number) => unknown;
  migration: () => Migration;
  dropFlows: () => unknown;
  version: () => unknown;
}

const migrationOf = ({ migration }: Store) => migration ?? assert.fail('It has none.');

/** What has to hold beside processes of an earlier version. */
function suite(name: string, keep: () => Promise<Kept>, looksFirst = true) {
  describe(`${name} that an earlier version has made`, () => {
    it('finds and consumes the flows that it has stored, once, and forgets them', async () => {
      const { open, addFlow } = await keep();
      const store = open();
      await store.ping();
      await addFlow();
      assert.deepEqual({ ...(await store.findFlow?.('flow-1', NOON_MS)) }, flow);
      assert.equal(await store.findFlow?.('flow-1', flow.expiresAtMs), undefined);
      assert.equal(await store.consumeFlow?.('flow-1', flow.expiresAtMs), undefined);
      const all = await Promise.all(
        [1, 2, 3].map(async () => await store.consumeFlow?.('flow-1', NOON_MS)),
      );
      assert.equal(all.filter((one) => one?.first).length, 1);
      for (const one of all) assert.deepEqual({ ...one?.flow }, flow);
      await store.prune(flow.expiresAtMs);
      assert.equal(await store.findFlow?.('flow-1', NOON_MS), undefined);
    });

    it('keeps the version that processes of the earlier one start with', async () => {
      const { open, version } = await keep();
      const store = open();
      assert.equal(await store.consumeState('hash-1', NOON_MS), true);
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      assert.equal(await version(), 1);
    });

    it('goes on where the flows are dropped while it is open', async () => {
      const { open, addFlow, dropFlows } = await keep();
      const store = open();
      await store.ping();
      await addFlow();
      await dropFlows();
      assert.equal(await store.findFlow?.('flow-1', NOON_MS), undefined);
      assert.equal(await store.consumeFlow?.('flow-1', NOON_MS), undefined);
      await store.prune(NOON_MS);
      assert.equal(await store.consumeState('hash-1', NOON_MS), true);
    });

    it('loses nothing that the earlier version needs by what this one adds', async () => {
      const { addFlow, migration, open, version } = await keep();
      await addFlow();
      await migration().expand();
      await migration().expand();
      assert.equal(await migration().stage(), 'expanded');
      assert.equal(await version(), 1);
      assert.equal((await open().findFlow?.('flow-1', NOON_MS))?.id, 'flow-1');
    });

    it('is not contracted while a flow of the earlier version may come back', async () => {
      const { addFlow, migration, open, version } = await keep();
      await migration().expand();
      await addFlow(Date.now() + 3_500_000);
      assert.equal(await migration().contract(), false);
      assert.equal(await version(), 1);
      assert.ok(await open().findFlow?.('flow-1', NOON_MS));
    });

    it('is contracted once when none may, which keeps the earlier version out', async () => {
      const { addFlow, migration, open, version } = await keep();
      const store = open();
      await migration().expand();
      await addFlow();
      assert.equal(await migration().contract(), true);
      assert.equal(await migration().contract(), true);
      assert.equal(await migration().stage(), 'contracted');
      assert.equal(await version(), 2);
      for (const one of [store, open()]) {
        assert.equal(await one.findFlow?.('flow-1', NOON_MS), undefined);
        await one.prune(NOON_MS);
        await one.ping();
      }
      await migration().expand();
      assert.equal(await version(), 2);
    });

    if (!looksFirst) return;
    it('is refused for who only looks until it has been added to', async () => {
      const { open } = await keep();
      const look = async () => open({ migrates: false }).ping();
      await assert.rejects(look, { message: /^An earlier version/ });
      await open().ping();
      await look();
    });
  });
}

describe('SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
  after(() => rmSync(folder, { recursive: true }));
  let files = 0;

  suite('a file', async () => {
    const path = join(folder, `${(files += 1)}.db`);
    const database = new DatabaseSync(path);
    database.exec(sqliteFirst);
    const run = (sql: string) => {
      database.exec(sql);
    };
    return Promise.resolve({
      open: (options) => sqliteStore(path, options),
      addFlow: (expiresAtMs = flow.expiresAtMs) =>
        run(`INSERT INTO flows ${FLOW_COLUMNS} VALUES ${flowValues(expiresAtMs)}`),
      migration: () => sqliteMigration(path),
      dropFlows: () => run('DROP TABLE flows'),
      version: () => database.prepare('PRAGMA user_version').get()?.user_version,
    });
  });
});

describe('PostgreSQL', () => {
  let database: PGlite;
  before(async () => {
    database = await PGlite.create();
  });
  after(() => database.close());
  let schemas = 0;

  suite('a schema', async () => {
    const prefix = `v${(schemas += 1)}_`;
    await database.exec(postgresFirst(prefix));
    return {
      open: (options) => postgresStore(database, { prefix, ...options }),
      addFlow: (expiresAtMs = flow.expiresAtMs) =>
        database.exec(
          `INSERT INTO ${prefix}flows ${FLOW_COLUMNS} VALUES ${flowValues(expiresAtMs)}`,
        ),
      migration: () => migrationOf(postgresStore(database, { prefix })),
      dropFlows: () => database.exec(`DROP TABLE ${prefix}flows`),
      version: async () => {
        const { rows } = await database.query(`SELECT max(version) AS max FROM ${prefix}versions`);
        return (rows[0] as { max: number }).max;
      },
    };
  });
});

describe('Redis', { skip: redisIsMissing }, () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  const connect = () => createClient({ url: server.url }).connect();
  let client: Awaited<ReturnType<typeof connect>>;
  before(async () => {
    server = await startRedis();
    client = await connect();
  });
  after(async () => {
    await client.close();
    await server.close();
  });
  let prefixes = 0;

  suite(
    'a prefix',
    async () => {
      const prefix = `{v${(prefixes += 1)}}:`;
      await client.set(`${prefix}version`, '1');
      const { expiresAtMs: endsAtMs, ...rest } = flow;
      return {
        migration: () => migrationOf(redisStore(client, { prefix })),
        open: () => redisStore(client, { prefix }),
        async addFlow(expiresAtMs = endsAtMs) {
          await client.hSet(`${prefix}flow:flow-1`, { expiresAtMs, ...rest } as never);
          await client.zAdd(`${prefix}flows`, { score: expiresAtMs, value: 'flow-1' });
        },
        dropFlows: () => client.del([`${prefix}flow:flow-1`, `${prefix}flows`]),
        version: async () => Number(await client.get(`${prefix}version`)),
      };
    },
    false,
  );
});
