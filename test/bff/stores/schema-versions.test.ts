import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { createClient } from 'redis';
import type { Store } from 'vaultlink/bff';
import { postgresStore } from 'vaultlink/bff/postgres';
import { redisStore } from 'vaultlink/bff/redis';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';
import { NOON_MS } from '../support/time.ts';
import { flow, grantOf, sessionOf } from './store-samples.ts';

/** The tables of version 1, as they were published. */
const sqliteFirst = `
  CREATE TABLE flows (id TEXT PRIMARY KEY, browser_key_hash TEXT NOT NULL, sealed_verifier TEXT NOT NULL,
    return_to TEXT NOT NULL, display TEXT NOT NULL, subject TEXT NOT NULL, previous_session_id TEXT,
    expires_at_ms INTEGER NOT NULL, consumed INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
  CREATE INDEX flows_by_expiry ON flows (expires_at_ms);
  CREATE TABLE grants (id TEXT PRIMARY KEY, subject TEXT NOT NULL, sealed TEXT NOT NULL,
    version INTEGER NOT NULL, scope TEXT, expires_at_ms INTEGER NOT NULL, received_at_ms INTEGER NOT NULL,
    dead_reason TEXT, dead_at_ms INTEGER, refresh_attempt INTEGER, refresh_since_ms INTEGER,
    lease_owner TEXT, lease_until_ms INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
  CREATE INDEX grants_by_subject ON grants (subject);
  CREATE TABLE sessions (id TEXT PRIMARY KEY, grant_id TEXT NOT NULL, expires_at_ms INTEGER NOT NULL)
    STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_grant ON sessions (grant_id);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at_ms);
  PRAGMA user_version = 1;`;

const postgresFirst = (prefix: string) => `
  CREATE TABLE ${prefix}versions (version integer PRIMARY KEY,
    migrated_at timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE TABLE ${prefix}flows (id text COLLATE "C" PRIMARY KEY, browser_key_hash text NOT NULL,
    sealed_verifier text NOT NULL, return_to text NOT NULL, display text NOT NULL, subject text NOT NULL,
    previous_session_id text, expires_at_ms bigint NOT NULL, times_consumed integer NOT NULL DEFAULT 0);
  CREATE INDEX ON ${prefix}flows (expires_at_ms);
  CREATE TABLE ${prefix}grants (subject text COLLATE "C" PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE,
    sealed text NOT NULL, version integer NOT NULL, scope text, expires_at_ms bigint NOT NULL,
    received_at_ms bigint NOT NULL, dead_reason text, dead_at_ms bigint, refresh_attempt integer,
    refresh_since_ms bigint, lease_owner text, lease_until_ms bigint NOT NULL DEFAULT 0);
  CREATE INDEX ON ${prefix}grants (dead_at_ms) WHERE dead_at_ms IS NOT NULL;
  CREATE TABLE ${prefix}sessions (id text COLLATE "C" PRIMARY KEY,
    subject text COLLATE "C" NOT NULL REFERENCES ${prefix}grants ON DELETE CASCADE, expires_at_ms bigint NOT NULL);
  CREATE INDEX ON ${prefix}sessions (subject);
  CREATE INDEX ON ${prefix}sessions (expires_at_ms);
  INSERT INTO ${prefix}versions (version) VALUES (1);`;

const FLOW_VALUES = `('flow-1', 'hash-1', 'sealed-verifier', '/survey?a=b', 'popup', 'user-1', 'session-0', ${flow.expiresAtMs})`;
const FLOW_COLUMNS =
  '(id, browser_key_hash, sealed_verifier, return_to, display, subject, previous_session_id, expires_at_ms)';

/** What an earlier version has left, and how another process of it would begin a flow. */
interface Kept {
  open: (options?: { migrates: boolean }) => Store;
  addFlow: () => unknown;
  dropFlows: () => unknown;
  version: () => unknown;
}

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

    it(
      'is refused for who only looks until it has been added to',
      { skip: !looksFirst },
      async () => {
        const { open } = await keep();
        const look = async () => open({ migrates: false }).ping();
        await assert.rejects(look, { message: /^An earlier version/ });
        await open().ping();
        await look();
      },
    );
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
      addFlow: () => run(`INSERT INTO flows ${FLOW_COLUMNS} VALUES ${FLOW_VALUES}`),
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
      addFlow: () =>
        database.exec(`INSERT INTO ${prefix}flows ${FLOW_COLUMNS} VALUES ${FLOW_VALUES}`),
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
      const { expiresAtMs, ...rest } = flow;
      return {
        open: () => redisStore(client, { prefix }),
        async addFlow() {
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
