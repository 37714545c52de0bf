import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { sqliteStore } from '../../../src/bff/stores/sqlite/sqlite.ts';
import { grantOf, sessionOf } from '../../../src/testing/store/samples.ts';
import { storeSuite } from './store-suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
after(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = () => join(folder, `${(files += 1)}.db`);

/** Each row of each table. */
function contentsOf(path: string) {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const contents = tables.map(({ name }) =>
    database.prepare(`SELECT * FROM ${String(name)}`).all(),
  );
  database.close();
  assert(contents.flat().length > 0);
  return contents;
}

storeSuite('the SQLite store, through two connections', (now) => {
  const path = newPath();
  return {
    store: sqliteStore(path, { now }),
    again: () => sqliteStore(path, { now }),
    contents: () => contentsOf(path),
  };
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the state of a session in a SQLite store', () => {
  it('is selected without the sealed pair', async (context) => {
    const prepare = context.mock.method(DatabaseSync.prototype, 'prepare');
    const store = sqliteStore(newPath());
    await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
    assert.equal((await store.findSessionState('session-1', 0))?.grant.keyId, 'key-1');
    const statements = prepare.mock.calls.map(({ arguments: [sql] }) => sql);
    const ofState = statements.filter((sql) => sql.includes('AS "keyId"'));
    assert.equal(ofState.length, 1);
    assert.doesNotMatch(ofState.join(), /sealed|\*.*FROM grants/);
    await store.close();
  });
});

describe('what a SQLite store has to forget', () => {
  it('lets other work through between its parts, however much it is', async () => {
    const path = newPath();
    const store = sqliteStore(path);
    const database = new DatabaseSync(path);
    database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO consumed_states (id, expires_at_ms) SELECT 'hash-' || i, 1 FROM n`);
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await store.prune(2);
    isOver = true;
    assert(turns >= 20, `Other work had ${turns} turns.`);
    const left = database.prepare('SELECT count(*) AS count FROM consumed_states').get();
    assert.deepEqual({ ...left }, { count: 0 });
    database.close();
    await store.close();
  });

  it('waits where the store is closed meanwhile', async () => {
    const path = newPath();
    const store = sqliteStore(path);
    const database = new DatabaseSync(path);
    database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO sessions (id, grant_id, expires_at_ms) SELECT 'session-' || i, 'g', 1 FROM n`);
    database.close();
    const pruned = store.prune(2);
    await store.close();
    await pruned;
  });
});

describe('the files of a SQLite store', () => {
  it('can be read by their owner alone', async () => {
    const path = newPath();
    const before = process.umask(0o022);
    const store = sqliteStore(path);
    await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1', 'user-1'));
    process.umask(before);
    for (const end of ['', '-wal', '-shm']) assert.equal(modeOf(path + end), '600', end);
    await store.close();
  });

  it('are closed to others where another program has left them open', async () => {
    const path = newPath();
    await sqliteStore(path).close();
    chmodSync(path, 0o644);
    await sqliteStore(path, { migrates: false }).close();
    assert.equal(modeOf(path), '644', 'Whoever only looks changes nothing.');
    await sqliteStore(path).close();
    assert.equal(modeOf(path), '600');
  });

  it('keep the rights of a group that their owner has given them', async () => {
    const path = newPath();
    await sqliteStore(path).close();
    chmodSync(path, 0o660);
    await sqliteStore(path).close();
    assert.equal(modeOf(path), '660');
  });
});

describe('the file of the SQLite store', () => {
  it('is a write-ahead log', () => {
    const path = newPath();
    sqliteStore(path);
    const database = new DatabaseSync(path);
    assert.deepEqual({ ...database.prepare('PRAGMA journal_mode').get() }, { journal_mode: 'wal' });
    assert.deepEqual({ ...database.prepare('PRAGMA user_version').get() }, { user_version: 1 });
  });

  it('keeps what was saved when it is closed', async () => {
    const path = newPath();
    const grant = {
      id: 'grant-1',
      subject: 'user-1',
      sealed: 'sealed',
      version: 1,
      expiresAtMs: 2,
      receivedAtMs: 1,
    };
    const first = sqliteStore(path);
    await first.connect({ id: 'session-1', grantId: 'grant-1', expiresAtMs: 10 }, grant);
    await first.close();
    assert.deepEqual(await sqliteStore(path).findGrant('grant-1'), grant);
  });

  it('is refused where a later version has written it', () => {
    const path = newPath();
    new DatabaseSync(path).exec('PRAGMA user_version = 99');
    assert.throws(() => sqliteStore(path), { code: 'configuration_error' });
  });

  it('is left as it is where it may not be changed, and refused where it is none', async () => {
    const empty = newPath();
    writeFileSync(empty, '');
    const open = () => sqliteStore(empty, { migrates: false });
    assert.throws(open, { code: 'configuration_error', message: /^This database is not set up/ });
    assert.equal(readFileSync(empty, 'latin1'), '');
    await sqliteStore(empty).close();
    assert.deepEqual(await open().grants(undefined, 1), []);
  });

  it('undoes a step that fails in the middle', async () => {
    const path = newPath();
    const store = sqliteStore(path);
    const grant = {
      id: 'grant-1',
      subject: 'user-1',
      sealed: 'sealed',
      version: 1,
      expiresAtMs: 2,
      receivedAtMs: 1,
    };
    const session = { id: 'session-1', grantId: 'grant-1', expiresAtMs: 10 };
    await store.connect(session, grant);
    // The session's id is taken, which shows only after the old grant was superseded.
    assert.throws(() =>
      store.connect({ ...session, grantId: 'grant-2' }, { ...grant, id: 'grant-2' }),
    );
    assert.deepEqual(await store.findGrant('grant-1'), grant);
    assert.equal(await store.findGrant('grant-2'), undefined);
  });
});
