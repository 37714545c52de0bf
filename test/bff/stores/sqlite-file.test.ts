import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import {
  configureDatabase,
  openFile,
  withoutDiskWait,
} from '../../../src/bff/stores/sqlite/sqlite-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
after(() => rmSync(folder, { recursive: true }));

describe('a write that does not wait for the disk', () => {
  const database = openFile(join(folder, 'one.db'));
  configureDatabase(database);
  after(() => database.close());
  /** Returns SQLite's setting: 1 is NORMAL, 2 is FULL. */
  const synchronous = () =>
    (database.prepare('PRAGMA synchronous').get() as { synchronous: number }).synchronous;

  it('is the only one: the next write waits for the disk again', () => {
    assert.equal(synchronous(), 2);
    assert.equal(withoutDiskWait(database, synchronous), 1);
    assert.equal(synchronous(), 2);
  });

  it('leaves the next write waiting if it fails', () => {
    assert.throws(() => withoutDiskWait(database, () => database.exec('SELECT missing')));
    assert.equal(synchronous(), 2);
  });
});
