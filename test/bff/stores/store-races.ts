import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Store } from 'vaultlink/bff';
import { NOON_MS } from '../support/time.ts';
import { grantOf, pair, sessionOf } from './store-samples.ts';
import type { OpenedStore } from './store-samples.ts';

/** How many do the same at once. */
const MANY = 20;

/** @param work gets one of the two stores, in turn, and a number of its own */
function atOnce<T>([one, other]: [Store, Store], work: (store: Store, index: number) => T) {
  return Promise.all(
    Array.from({ length: MANY }, async (_, index) => await work(index % 2 ? other : one, index)),
  );
}

/** What has to hold where several processes do something at the same time: it comes out as if one had come after the other. */
export function storeRaces(opened: () => Promise<OpenedStore>): void {
  it('gives a lease that many ask for at once to one', async () => {
    const { store, other } = await opened();
    const leases = await atOnce([store, other], (one, index) =>
      one.takeLease('grant-1', `owner-${index}`, 1000),
    );
    assert.deepEqual(leases.filter(Boolean), [grantOf('grant-1')]);
    const owner = leases.findIndex(Boolean);
    assert.equal(await other.renewLease('grant-1', `owner-${owner}`, 1000), true);
  });

  it('saves one of the pairs that come for a version at once', async () => {
    const { store, other } = await opened();
    const saved = await atOnce([store, other], (one, index) =>
      one.saveGrant('grant-1', 1, { ...pair, sealed: `sealed-${index}` }),
    );
    assert.equal(saved.filter(Boolean).length, 1);
    const grant = await other.findGrant('grant-1');
    assert.equal(grant?.sealed, `sealed-${saved.indexOf(true)}`);
    assert.equal(grant.version, 2);
  });

  it('lets one of many consume a state', async () => {
    const { store, other } = await opened();
    const consumed = await atOnce([store, other], (one) =>
      one.consumeState('hash-1', NOON_MS + 1000),
    );
    assert.equal(consumed.filter(Boolean).length, 1);
  });

  it('leaves one grant of a subject who connects in many places at once, and leads each session to it', async () => {
    const { store, other } = await opened();
    await atOnce([store, other], (one, index) =>
      one.connect(
        sessionOf(`browser-${index}`, `anew-${index}`),
        grantOf(`anew-${index}`),
        // One of them comes back with the session that it had.
        index === 3 ? 'session-1' : undefined,
      ),
    );
    const [grant, ...more] = await other.grants(undefined, 100);
    assert.deepEqual(more, []);
    assert.match(grant?.id ?? '', /^anew-/);
    assert.equal(await other.findSession('session-1', NOON_MS), undefined);
    const found = await atOnce([store, other], (one, index) =>
      one.findSession(`browser-${index}`, NOON_MS),
    );
    for (const one of found) assert.deepEqual(one?.grant, grant);
    assert.equal((await other.disconnect('browser-7'))?.id, grant?.id);
    assert.equal(await other.findSession('browser-0', NOON_MS), undefined);
  });

  it('keeps two users apart who connect in each other’s browsers at once', async () => {
    const { store, other } = await opened();
    for (let round = 0; round < MANY; round += 1) {
      const [a, b] = [`a-${round}`, `b-${round}`];
      await store.connect(sessionOf(`old-${a}`, `old-${a}`), grantOf(`old-${a}`, a));
      await store.connect(sessionOf(`old-${b}`, `old-${b}`), grantOf(`old-${b}`, b));
      await Promise.all([
        store.connect(sessionOf(a, a), grantOf(a, a), `old-${b}`),
        other.connect(sessionOf(b, b), grantOf(b, b), `old-${a}`),
      ]);
      for (const user of [a, b]) {
        assert.deepEqual((await other.findSession(user, NOON_MS))?.grant, grantOf(user, user));
        assert.equal(await other.findSession(`old-${user}`, NOON_MS), undefined);
      }
    }
  });

  it('disconnects a user who connects elsewhere at the same time before that or after it', async () => {
    const { store, other } = await opened();
    for (let round = 0; round < MANY; round += 1) {
      const user = `user-of-${round}`;
      const [before, anew] = [`before-${round}`, `anew-${round}`];
      await store.connect(sessionOf(before, before), grantOf(before, user));
      const [gone] = await Promise.all([
        other.disconnect(before),
        store.connect(sessionOf(anew, anew), grantOf(anew, user)),
      ]);
      assert.ok(gone, 'There was such a session, before and after.');
      assert.equal(await other.findSession(before, NOON_MS), undefined);
      const left = gone.id === before ? anew : undefined;
      assert.equal((await other.findSession(anew, NOON_MS))?.grant.id, left);
      assert.equal((await other.findGrantOfSubject(user))?.id, left);
    }
  });

  it('lets nothing of a new seal overwrite a new pair', async () => {
    const { store, other } = await opened();
    for (let version = 1; version <= MANY; version += 1) {
      const sealed = `sealed-${version}`;
      const before = (await store.findGrant('grant-1'))?.sealed ?? '';
      const [isSaved] = await Promise.all([
        store.saveGrant('grant-1', version, { ...pair, sealed }),
        other.replaceSeal('grant-1', before, 'the same pair'),
      ]);
      assert.equal(isSaved, true);
      assert.equal((await other.findGrant('grant-1'))?.sealed, sealed);
    }
  });

  it('keeps a grant that is saved while what is dead is forgotten, or has forgotten it whole', async () => {
    const { store, other } = await opened();
    await store.markDead('grant-1', 1, 'invalid_grant');
    const [isSaved] = await Promise.all([
      store.saveGrant('grant-1', 1, pair),
      other.prune(NOON_MS + 1e12),
    ]);
    assert.equal((await other.findGrant('grant-1'))?.version, isSaved ? 2 : undefined);
  });
}
