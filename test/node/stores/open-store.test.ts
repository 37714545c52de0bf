import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { createClient } from 'redis';
import { memoryStore } from 'vaultlink/bff';
import type { Store } from 'vaultlink/bff';
import { openPostgres, POSTGRES_DRIVERS } from '../../../src/node/stores/open-postgres.ts';
import { openRedis, REDIS_DRIVERS } from '../../../src/node/stores/open-redis.ts';
import { openStore } from '../../../src/node/stores/open-store.ts';
import { postgresIsMissing, startPostgres } from '../../support/postgres-server.ts';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';
import type { Server } from '../../support/server.ts';

/** A server that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 120_000 };

/** An import of what is not installed. */
const missing = () =>
  Promise.reject(Object.assign(new Error('none'), { code: 'ERR_MODULE_NOT_FOUND' }));

/** The refusal of what a later version has written. */
const tooLate = { code: 'configuration_error', message: /^VAULTLINK_STORE: A later version/ };

/** Its connection is lost while it is used, and comes back. */
async function losesAndRecovers(server: Server, store: Store): Promise<void> {
  await store.ping();
  await server.stop();
  await assert.rejects(async () => store.ping());
  await assert.rejects(async () => store.findGrant('grant-1'));
  await server.start();
  for (let isBack = false; !isBack;) {
    await new Promise(setImmediate);
    isBack = await Promise.resolve(store.ping()).then(
      () => true,
      () => false,
    );
  }
  assert.equal(await store.findGrant('grant-1'), undefined);
  await store.close();
}

const recovers = 'fails while the server is away, and recovers by itself, through';

describe('a store on Redis', { skip: redisIsMissing }, () => {
  for (const [name, driver] of Object.entries(REDIS_DRIVERS)) {
    it(`${recovers} ${name}`, limit, async (context) => {
      const server = await startRedis();
      context.after(() => server.close());
      await losesAndRecovers(server, await openRedis(server.url, { [name]: driver }));
    });

    it(`is opened while the server is away, through ${name}`, limit, async (context) => {
      const server = await startRedis();
      context.after(() => server.close());
      await server.stop();
      const store = await openRedis(server.url, { [name]: driver });
      await assert.rejects(async () => store.ping());
      await store.close();
    });
  }

  it('is refused where a later version has written it', limit, async (context) => {
    const server = await startRedis();
    context.after(() => server.close());
    const client = await createClient({ url: server.url }).connect();
    await client.set('{vaultlink}:version', 99);
    await client.close();
    await assert.rejects(() => openStore({ kind: 'redis', url: server.url }), tooLate);
  });
});

describe('a store on PostgreSQL', { skip: postgresIsMissing }, () => {
  for (const [name, driver] of Object.entries(POSTGRES_DRIVERS)) {
    it(`${recovers} ${name}`, limit, async (context) => {
      const server = await startPostgres('fsync=off');
      context.after(() => server.close());
      await losesAndRecovers(server, await openPostgres(server.url, { [name]: driver }));
    });

    it(`waits ten seconds at most for an answer, through ${name}`, limit, async (context) => {
      const server = await startPostgres('fsync=off');
      context.after(() => server.close());
      const store = await openPostgres(server.url, { [name]: driver });
      await store.ping();
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query('BEGIN; LOCK TABLE vaultlink_grants');
      context.mock.timers.enable({ apis: ['setTimeout'] });
      const found = assert.rejects(async () => store.findGrant('grant-1'));
      const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
      while (!(await client.query(waits)).rowCount) await new Promise(setImmediate);
      context.mock.timers.tick(10_000);
      await found;
      context.mock.timers.reset();
      await client.query('COMMIT');
      await client.end();
      assert.equal(await store.findGrant('grant-1'), undefined);
      await store.close();
    });
  }

  it('is refused where a later version has written it', limit, async (context) => {
    const server = await startPostgres('fsync=off');
    context.after(() => server.close());
    const store = await openStore({ kind: 'postgres', url: server.url });
    await store.close();
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('INSERT INTO vaultlink_versions (version) VALUES (99)');
    await client.end();
    await assert.rejects(() => openStore({ kind: 'postgres', url: server.url }), tooLate);
  });
});

describe('a store on a server whose driver is not installed', () => {
  it('takes the next driver, or says what to install', async () => {
    const url = 'redis://:secret@127.0.0.1:1';
    const store = memoryStore();
    const second = () => Promise.resolve(() => Promise.resolve(store));
    assert.equal(await openRedis(url, { redis: missing, ioredis: second }), store);
    await assert.rejects(() => openRedis(url, { redis: missing, ioredis: missing }), {
      code: 'configuration_error',
      messages: [
        'VAULTLINK_STORE: Redis needs a driver. Install it with: npm install redis (or ioredis).',
      ],
    });
    await assert.rejects(() => openPostgres(url, { pg: missing, postgres: missing }), {
      messages: [
        'VAULTLINK_STORE: PostgreSQL needs a driver. Install it with: npm install pg (or postgres).',
      ],
    });
  });
});
