import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { lock } from '../../../src/node/push/lock.ts';

describe('the lock of a file of results', () => {
  const refusal = { code: 'invalid_request', message: /^Another process is writing/ };

  it('is given to one at a time, also where another one was about to take it when it became free', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'vaultlink-lock-'));
    context.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'answers.results.ndjson');
    const unlock = await lock(path);
    assert.deepEqual(readdirSync(folder), ['answers.results.ndjson.lock']);
    await assert.rejects(lock(path), refusal);
    const other = new DatabaseSync(`${path}.lock`);
    unlock();
    other.exec('BEGIN EXCLUSIVE');
    await assert.rejects(lock(path), refusal);
    other.close();
    (await lock(path))();
  });

  it('is refused where its file may only be read: it would be given to everyone', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'vaultlink-lock-'));
    context.after(() => rmSync(folder, { recursive: true }));
    chmodSync(folder, 0o755);
    const path = join(folder, 'answers.results.ndjson');
    writeFileSync(`${path}.lock`, '');
    chmodSync(`${path}.lock`, 0o444);
    // The superuser may write whatever there is.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    const refused = assert.rejects(lock(path), {
      message: /\.lock is read-only\. Delete it, and run the command again\.$/,
    });
    await refused.finally(() => isRoot && process.seteuid?.(0));
  });
});
