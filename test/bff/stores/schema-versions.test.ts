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
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { runner } from '../../../src/bff/stores/postgres/postgres-client.ts';
import * as postgresSchema from '../../../src/bff/stores/postgres/postgres-schema.ts';
import { redisConnection } from '../../../src/bff/stores/redis/redis-client.ts';
import * as redisMigration from '../../../src/bff/stores/redis/redis-migration.ts';
import { createRun } from '../../../src/bff/stores/redis/redis-run.ts';
import { scriptOf } from '../../../src/bff/stores/redis/redis-script.ts';
import * as sqliteMigration from '../../../src/bff/stores/sqlite/sqlite-migration.ts';
import * as sqliteSchema from '../../../src/bff/stores/sqlite/sqlite-schema.ts';
import { redisIsMissing, startRedis } from '../../support/redis-server.ts';
import { laterPostgres, laterSqlite } from '../../support/later-schemas.ts';
import { grantOf, sessionOf } from '../../../src/testing/store/samples.ts';

/** A database, and how this version and made-up later ones work with it. */
interface Database {
  /** Opens the store of this version. */
  open: () => Store;
  /** Migrates to version 2, or to a later one. */
  migrationTo: (version: number) => Migration;
  /** The version that is written in the database. */
  version: () => unknown;
}

/** A database whose changes are SQL. */
interface SqlDatabase extends Database {
  run: (sql: string) => unknown;
  /** Checks the tables for version 2 without changing them. */
  look: () => Promise<void>;
}

const connectUser = (store: Store, id: string) =>
  store.connect(sessionOf(`session-${id}`, id), grantOf(id, `user-${id}`));

/** Tests what has to hold for the step from this version to a made-up next one. */
function migrationSuite(name: string, open: () => Promise<Database>): void {
  describe(`the migration of ${name}`, () => {
    it('creates version 1 at once, with nothing left to contract', async () => {
      const { open: openStore, version } = await open();
      const store = openStore();
      await connectUser(store, 'a');
      assert.equal(await version(), 1);
    });

    it('expands to the next version, and this one keeps working and can start again', async () => {
      const { migrationTo, open: openStore, version } = await open();
      const store = openStore();
      await connectUser(store, 'a');
      for (const next of [migrationTo(2), migrationTo(2)]) {
        await next.expand();
        assert.equal(await next.stage(), 'expanded');
      }
      assert.equal(await version(), 1);
      for (const one of [store, openStore()]) assert.ok(await one.findGrant('a'));
      await connectUser(openStore(), 'b');
      assert.equal((await store.grants(undefined, 10)).length, 2);
    });

    it('contracts once to the next version, which keeps all grants and refuses this one', async () => {
      const { migrationTo, open: openStore, version } = await open();
      await connectUser(openStore(), 'a');
      await migrationTo(2).expand();
      await migrationTo(2).contract();
      await migrationTo(2).contract();
      assert.equal(await migrationTo(2).stage(), 'contracted');
      assert.equal(await version(), 2);
      const refused = { code: 'configuration_error', message: /^A later version/ };
      await assert.rejects(async () => openStore().ping(), refused);
    });
  });
}

function sqlMigrationSuite(name: string, open: () => Promise<SqlDatabase>): void {
  migrationSuite(name, open);

  describe(`the migration of ${name} in SQL`, () => {
    it('creates the next version at once in an empty database', async () => {
      const { migrationTo, open: openStore, version } = await open();
      const next = migrationTo(2);
      assert.equal(await next.stage(), 'none');
      await next.expand();
      await next.contract();
      assert.equal(await next.stage(), 'contracted');
      assert.equal(await version(), 2);
      await assert.rejects(async () => openStore().ping(), { message: /^A later version/ });
    });

    it('contracts nothing that was not expanded', async () => {
      const { migrationTo, open: openStore, version } = await open();
      await connectUser(openStore(), 'a');
      await migrationTo(2).contract();
      assert.equal(await migrationTo(2).stage(), 'earlier');
      assert.equal(await version(), 1);
      assert.ok(await openStore().findGrant('a'));
    });

    it('refuses the next version to a program that only looks, until it is expanded', async () => {
      const { migrationTo, look, open: openStore } = await open();
      await assert.rejects(look, { message: /^This database is not set up/ });
      await openStore().ping();
      await assert.rejects(look, { message: /^An earlier version/ });
      await migrationTo(2).expand();
      await look();
    });

    it('goes over two versions at once, and repeats no step that was done', async () => {
      const { migrationTo, open: openStore, version } = await open();
      await connectUser(openStore(), 'a');
      await migrationTo(2).expand();
      assert.equal(await migrationTo(3).stage(), 'earlier');
      await migrationTo(3).expand();
      assert.equal(await migrationTo(2).stage(), 'expanded');
      assert.equal(await migrationTo(3).stage(), 'expanded');
      assert.ok(await openStore().findGrant('a'));
      await migrationTo(3).contract();
      assert.equal(await migrationTo(3).stage(), 'contracted');
      assert.equal(await version(), 3);
    });

    it('goes on from a version that was contracted', async () => {
      const { migrationTo, open: openStore, version } = await open();
      await connectUser(openStore(), 'a');
      await migrationTo(2).expand();
      await migrationTo(2).contract();
      await migrationTo(3).expand();
      assert.equal(await version(), 2);
      await migrationTo(3).contract();
      assert.equal(await version(), 3);
    });

    it('prints SQL that does the same when it is run by hand', async () => {
      const { migrationTo, run, version } = await open();
      await run((await migrationTo(1).sql()).expand);
      assert.equal(await migrationTo(1).stage(), 'contracted');
      assert.equal((await migrationTo(1).sql()).contract, '');
      await run((await migrationTo(2).sql()).expand);
      assert.equal(await migrationTo(2).stage(), 'expanded');
      await run((await migrationTo(2).sql()).contract);
      assert.equal(await migrationTo(2).stage(), 'contracted');
      assert.equal(await version(), 2);
    });
  });
}

describe('SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
  after(() => rmSync(folder, { recursive: true }));
  let files = 0;

  sqlMigrationSuite('a file', () => {
    const path = join(folder, `${(files += 1)}.db`);
    const withFile = <T>(work: (database: DatabaseSync) => T) => {
      const database = new DatabaseSync(path);
      try {
        return work(database);
      } finally {
        database.close();
      }
    };
    return Promise.resolve({
      open: () => sqliteStore(path),
      migrationTo: (version) => sqliteMigration.migrationTo(laterSqlite(version), path),
      version: () =>
        withFile((database) => database.prepare('PRAGMA user_version').get()?.user_version),
      run: (sql) => {
        withFile((database) => {
          database.exec(sql);
        });
      },
      look: () =>
        Promise.resolve().then(() => {
          withFile((database) => {
            sqliteSchema.assertExpanded(database, laterSqlite(2));
          });
        }),
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

  sqlMigrationSuite('the tables', () => {
    const prefix = `v${(schemas += 1)}_`;
    const run = runner(database);
    return Promise.resolve({
      open: () => postgresStore(database, { prefix }),
      migrationTo: (version) =>
        postgresSchema.migrationTo(laterPostgres(version, prefix), run, prefix),
      version: async () => {
        const { rows } = await database.query(`SELECT max(version) AS max FROM ${prefix}versions`);
        return (rows[0] as { max: number }).max;
      },
      run: (sql) => database.exec(sql),
      look: () => postgresSchema.assertExpanded(run, laterPostgres(2, prefix), prefix),
    });
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

  migrationSuite('the keys', () => {
    const prefix = `{v${(prefixes += 1)}}:`;
    return Promise.resolve({
      open: () => redisStore(client, { prefix }),
      migrationTo(version) {
        const connection = redisConnection(client, scriptOf(version));
        return redisMigration.migrationTo(
          version,
          createRun(connection, { prefix, now: undefined }),
        );
      },
      version: async () => Number(await client.get(`${prefix}version`)),
    });
  });

  it('prints nothing to run by hand', async () => {
    const migration = redisStore(client).migration ?? assert.fail('It has none.');
    assert.deepEqual(await migration.sql(), { expand: '', contract: '' });
  });
});
