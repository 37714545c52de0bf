import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { sqliteStore } from '../../../src/bff/stores/sqlite/sqlite.ts';
import { codeOf, startBff } from '../support/http-bff.ts';
import { NOON_MS } from '../support/time.ts';
import { grantOf, pair, sessionOf } from '../../../src/testing/store/samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'vaultlink-'));
after(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = () => join(folder, `${(files += 1)}.db`);

/** What an operator does with the file of a running process. */
const ACTS: Readonly<Record<string, (path: string) => void>> = {
  deleted: (path) => rmSync(path),
  moved: (path) => renameSync(path, `${path}.old`),
  'replaced by a backup': (path) => {
    copyFileSync(path, `${path}.backup`);
    renameSync(`${path}.backup`, path);
  },
};

const inAnotherFile = /was moved, deleted or replaced/;

describe('a SQLite store whose file has left its path', () => {
  for (const [what, act] of Object.entries(ACTS)) {
    it(`writes nothing that a restart would lose, and is not ready: ${what}`, async () => {
      const path = newPath();
      const store = sqliteStore(path);
      await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
      act(path);
      for (const write of [
        () => store.consumeState('hash-1', NOON_MS),
        () => store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2', 'user-2')),
        () => store.saveGrant('grant-1', 1, pair),
        () => store.ping(),
      ]) {
        await assert.rejects(async () => write(), inAnotherFile);
      }
      await store.close();
    });
  }

  it('writes again once the file is back', async () => {
    const path = newPath();
    const store = sqliteStore(path);
    renameSync(path, `${path}.old`);
    await assert.rejects(async () => store.consumeState('hash-1', NOON_MS), inAnotherFile);
    renameSync(`${path}.old`, path);
    assert.equal(await store.consumeState('hash-1', NOON_MS), true);
    await store.ping();
    await store.close();
  });

  it('is found after the process has changed its folder', async (context) => {
    const before = process.cwd();
    context.after(() => process.chdir(before));
    process.chdir(folder);
    const store = sqliteStore('relative.db');
    process.chdir(before);
    assert.equal(await store.consumeState('hash-1', NOON_MS), true);
    await store.close();
  });

  it('accepts no outcome of a page, which tries again, and tells the operator why', async () => {
    const path = newPath();
    const store = sqliteStore(path);
    const { bff, browser, events } = startBff({ store, relay: true });
    rmSync(path);
    const response = await browser.call('POST', '/endlinks/complete', { token: 'token-1' });
    assert.deepEqual([response.status, await codeOf(response)], [503, 'store_unavailable']);
    const [event] = events;
    assert.ok(event?.type === 'failed');
    assert.match(event.detail, inAnotherFile);
    await bff.close();
  });
});
