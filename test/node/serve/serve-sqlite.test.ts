import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, describe, it } from 'node:test';
import { sqliteStore } from 'vaultlink/bff/sqlite';
import { killAll, variables, vaultlink } from '../program.ts';

/** A program that does not stop must fail its test, not hold up all of them. */
const limit = { timeout: 120_000 };

describe('vaultlink serve beside a process that has locked its SQLite file', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vaultlink-'));
  });
  after(() => rm(folder, { recursive: true }));
  afterEach(killAll);

  for (const begin of ['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE']) {
    it(`starts, is ready, and stops: ${begin}`, limit, async () => {
      const path = join(folder, `${begin}.db`);
      await sqliteStore(path).close();
      const other = new DatabaseSync(path);
      other.exec(begin);
      const program = vaultlink(['serve'], {
        ...variables('http://127.0.0.1:1'),
        VAULTLINK_STORE: `sqlite:${path}`,
      });
      const [, address = ''] = await program.says(/^listening on (http:\/\/127\.0\.0\.1:\d+)\n/);
      for (const probe of ['live', 'ready']) {
        assert.equal((await fetch(`${address}/vault/health/${probe}`)).status, 200, probe);
      }
      program.stop();
      assert.deepEqual(await program.closed, [0, null]);
      other.exec('COMMIT');
      other.close();
    });
  }
});
