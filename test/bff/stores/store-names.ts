import assert from 'node:assert/strict';
import { it } from 'node:test';
import { NOON_MS } from '../support/time.ts';
import { DAY_MS, grantOf, sessionOf } from './store-samples.ts';
import type { OpenedStore } from './store-samples.ts';

/** What subjects that are kept as hashes need. */
export function storeNames(opened: () => Promise<OpenedStore>): void {
  it('keeps the first secret of a name, for all processes, until it is sealed anew', async () => {
    const { store, other } = await opened();
    assert.equal(await store.keepSecret?.('key', undefined), undefined);
    const kept = await Promise.all([
      store.keepSecret?.('key', 'one'),
      other.keepSecret?.('key', 'other'),
    ]);
    assert.equal(kept[0], kept[1]);
    const [first = ''] = kept;
    assert.equal(await other.keepSecret?.('key', 'third'), first);
    assert.equal(await store.replaceSecret?.('key', 'third', 'anew'), false);
    assert.equal(await store.replaceSecret?.('key', first, 'anew'), true);
    assert.equal(await other.keepSecret?.('key', undefined), 'anew');
  });

  it('keeps a grant and its sessions under another name of its subject', async () => {
    const { store, other } = await opened();
    await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2'));
    await store.markDead('grant-2', 1, 'invalid_grant');
    assert.equal(await other.renameSubject?.('user-1', 'name-1'), true);
    assert.equal(await other.renameSubject?.('user-1', 'name-1'), false);
    assert.equal(await store.findGrantOfSubject('user-1'), undefined);
    assert.equal((await store.findGrantOfSubject('name-1'))?.id, 'grant-2');
    for (const id of ['session-1', 'session-2']) {
      const found = await store.findSession(id, NOON_MS);
      assert.deepEqual([found?.grant.id, found?.grant.subject], ['grant-2', 'name-1']);
    }
    assert.doesNotMatch(JSON.stringify(await store.grants(undefined, 10)), /user-1/);
    await store.prune(NOON_MS + 40 * DAY_MS);
    assert.equal(await store.findGrant('grant-2'), undefined, 'It is still known to be dead.');
  });

  it('renames no subject into another that has a grant', async () => {
    const { store, other } = await opened();
    await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2', 'user-2'));
    assert.equal(await other.renameSubject?.('user-1', 'user-2'), false);
    assert.equal((await other.findGrantOfSubject('user-1'))?.id, 'grant-1');
    assert.equal((await other.findGrantOfSubject('user-2'))?.id, 'grant-2');
  });
}
