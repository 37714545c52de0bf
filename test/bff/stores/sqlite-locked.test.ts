import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { sqliteMigration, sqliteStore } from '../../../src/bff/stores/sqlite/sqlite.ts';
import { NOON_MS } from '../support/time.ts';
import { grantOf, pair, sessionOf } from '../../../src/testing/store/samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
after(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = () => join(folder, `${(files += 1)}.db`);

/** Locks a file as another process does. */
function lock(path: string, begin: string) {
  const database = new DatabaseSync(path);
  database.exec(begin);
  return {
    release() {
      database.exec('COMMIT');
      database.close();
    },
  };
}

/** Locks that nobody else can write beside, and those that nobody can read beside either. */
const WRITE_LOCKS = ['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE'];
const FULL_LOCK = 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE';

/** Resolves once everything that is due has had its turn. */
const turn = () => new Promise((resolve) => void setImmediate(resolve));

describe('a SQLite store whose file another process has locked', () => {
  for (const begin of WRITE_LOCKS) {
    it(`waits with each write, reads beside it, and lets this process go on: ${begin}`, async () => {
      const path = newPath();
      const store = sqliteStore(path);
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      const other = lock(path, begin);
      const settled: string[] = [];
      const writes = Object.entries({
        consumeState: () => store.consumeState('hash-1', NOON_MS),
        connect: () =>
          store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2', 'user-2')),
        takeLease: () => store.takeLease('grant-1', 'one', 60_000),
        renewLease: () => store.renewLease('grant-1', 'one', 60_000),
        markRefreshing: () => store.markRefreshing('grant-1', 'one', undefined),
        saveGrant: () => store.saveGrant('grant-1', 1, pair),
        replaceSeal: () => store.replaceSeal('grant-1', pair.sealed, 'sealed-2'),
        keepSecret: () => store.keepSecret?.('name', 'sealed'),
        renameSubject: () => store.renameSubject?.('user-2', 'user-3'),
        releaseLease: () => store.releaseLease('grant-1', 'one'),
        prune: () => store.prune(NOON_MS - 1),
        disconnectSubject: () => store.disconnectSubject('user-3'),
        disconnect: () => store.disconnect('session-1'),
      }).map(async ([name, write]) => {
        const result: unknown = await write();
        settled.push(name);
        return [name, result] as const;
      });
      await store.ping();
      assert.ok(await store.findGrant('grant-1'));
      await turn();
      assert.deepEqual(settled, []);
      other.release();
      const results = Object.fromEntries(await Promise.all(writes));
      for (const name of ['consumeState', 'renewLease', 'markRefreshing', 'saveGrant'])
        assert.equal(results[name], true, name);
      for (const name of ['replaceSeal', 'renameSubject']) assert.equal(results[name], true, name);
      assert.deepEqual(await store.grants(undefined, 10), []);
      await store.close();
    });
  }

  it('waits with each read, too, where it may not even read', async () => {
    const path = newPath();
    const store = sqliteStore(path);
    await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
    await store.close();
    // Only the first connection to a file can take this lock.
    const other = lock(path, FULL_LOCK);
    const again = sqliteStore(path);
    const settled: string[] = [];
    const reads = Promise.all([
      Promise.resolve(again.ping()).then(() => settled.push('ping')),
      Promise.resolve(again.findSession('session-1', 0)).then((found) => {
        settled.push(found?.grant.id ?? 'nothing');
      }),
    ]);
    await turn();
    assert.deepEqual(settled, []);
    other.release();
    await reads;
    assert.deepEqual(settled, ['ping', 'grant-1']);
    await again.close();
  });

  for (const begin of WRITE_LOCKS) {
    it(`can be opened where the file is new, and waits with its tables: ${begin}`, async () => {
      const path = newPath();
      new DatabaseSync(path).close();
      const other = lock(path, begin);
      const store = sqliteStore(path);
      const connected = store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      await turn();
      other.release();
      await connected;
      assert.ok(await store.findGrant('grant-1'));
      const database = new DatabaseSync(path);
      assert.deepEqual(
        { ...database.prepare('PRAGMA journal_mode').get() },
        { journal_mode: 'wal' },
      );
      database.close();
      await store.close();
    });
  }

  it('is opened and migrated at once where its tables are complete', async () => {
    const path = newPath();
    await sqliteStore(path).close();
    const other = lock(path, 'BEGIN IMMEDIATE');
    const store = sqliteStore(path);
    assert.deepEqual(store.grants(undefined, 1), []);
    const migration = sqliteMigration(path);
    assert.equal(await migration.stage(), 'contracted');
    await migration.expand();
    other.release();
    await store.close();
  });

  it('waits with its migration', async () => {
    const path = newPath();
    new DatabaseSync(path).close();
    const other = lock(path, 'BEGIN EXCLUSIVE');
    const migration = sqliteMigration(path);
    const expanded = migration.expand();
    await turn();
    other.release();
    await expanded;
    assert.equal(await migration.stage(), 'contracted');
  });

  it('refuses what is in a file that is none, although it could not read it at first', async () => {
    const path = newPath();
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 99');
    database.close();
    const other = lock(path, 'BEGIN EXCLUSIVE');
    const store = sqliteStore(path);
    const asked = Promise.resolve(store.ping());
    other.release();
    await assert.rejects(asked, { code: 'configuration_error' });
  });
});

describe('a step of a SQLite store that fails', () => {
  it('names its cause where SQLite has rolled back by itself', async () => {
    const path = newPath();
    const store = sqliteStore(path);
    const database = new DatabaseSync(path);
    // A trigger that rolls back ends the transaction, as a full disk does.
    database.exec(`CREATE TRIGGER no_sessions BEFORE INSERT ON sessions
      BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END`);
    database.close();
    assert.throws(() => store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1')), {
      message: /the disk is full/,
    });
    assert.equal(await store.findGrant('grant-1'), undefined);
    await store.close();
  });
});
