import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
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
    await assert.rejects(lock(path), refusal);
    const other = new DatabaseSync(`${path}.lock`);
    unlock();
    other.exec('BEGIN EXCLUSIVE');
    await assert.rejects(lock(path), refusal);
    other.close();
    (await lock(path))();
  });
});
