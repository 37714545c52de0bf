import assert from 'node:assert/strict';
import { it } from 'node:test';
import { NOON_MS } from '../support/time.ts';
import { DAY_MS, grantOf, pair, sessionOf } from './store-samples.ts';
import type { OpenedStore } from './store-samples.ts';

/** What has to be forgotten, and what has not. */
export function storePruning(opened: () => Promise<OpenedStore>): void {
  it('forgets what has expired, and a dead grant 30 days after its death', async () => {
    const { store, other } = await opened();
    await store.markDead('grant-1', 1, 'invalid_grant');
    await store.prune(NOON_MS + 29 * DAY_MS);
    assert.equal(await other.findSession('session-1', NOON_MS), undefined);
    assert.ok(await other.findGrant('grant-1'));
    await store.prune(NOON_MS + 30 * DAY_MS);
    assert.equal(await other.findGrant('grant-1'), undefined);
  });

  it('moves the end of a session, to a later and to an earlier time', async () => {
    const { store, other } = await opened();
    const later = NOON_MS + 5 * DAY_MS;
    assert.equal(await store.setSessionEnd?.('session-1', later), true);
    const found = await other.findSession('session-1', later - 1);
    assert.deepEqual(found?.session, {
      ...sessionOf('session-1', 'grant-1'),
      expiresAtMs: later,
    });
    assert.deepEqual(found.grant, grantOf('grant-1'));
    await store.prune(NOON_MS + 3 * DAY_MS);
    assert.ok(await other.findSession('session-1', later - 1));
    assert.equal(await store.setSessionEnd?.('session-1', NOON_MS + 1), true);
    assert.equal(await other.findSession('session-1', NOON_MS + 1), undefined);
    await store.prune(NOON_MS + 1);
    assert.equal(await store.setSessionEnd?.('session-1', later), false);
    assert.equal(await store.setSessionEnd?.('session-2', later), false);
    assert.equal(await other.findSession('session-2', NOON_MS), undefined);
  });

  it('forgets neither a living grant nor a dead one that a session leads to', async () => {
    const { store } = await opened();
    await store.connect(
      { ...sessionOf('session-2', 'grant-2'), expiresAtMs: NOON_MS + 400 * DAY_MS },
      grantOf('grant-2', 'user-2'),
    );
    await store.markDead('grant-2', 1, 'invalid_grant');
    await store.prune(NOON_MS + 300 * DAY_MS);
    assert.ok(await store.findGrant('grant-1'));
    assert.ok(await store.findGrant('grant-2'));
    await store.prune(NOON_MS + 400 * DAY_MS);
    assert.ok(await store.findGrant('grant-1'));
    assert.equal(await store.findGrant('grant-2'), undefined, 'Nobody is left to be told.');
  });

  it('counts the 30 days from the death that was the last', async () => {
    const { store, time } = await opened();
    await store.markDead('grant-1', 1, 'invalid_grant');
    await store.saveGrant('grant-1', 1, pair);
    time.advance(5 * DAY_MS);
    await store.markDead('grant-1', 2, 'invalid_grant');
    await store.prune(NOON_MS + 34 * DAY_MS);
    assert.ok(await store.findGrant('grant-1'));
    await store.prune(NOON_MS + 35 * DAY_MS);
    assert.equal(await store.findGrant('grant-1'), undefined);
  });

  it('forgets a living grant that nobody uses and no session leads to, and no other', async () => {
    const { store, other } = await opened();
    const afterMs = NOON_MS + 3 * DAY_MS;
    for (const [id, expiresAtMs] of [
      ['session-ends', NOON_MS + DAY_MS],
      ['session-goes-on', afterMs + 1],
      ['renewed', NOON_MS + DAY_MS],
    ] as const) {
      await store.connect({ ...sessionOf(id, id), expiresAtMs }, grantOf(id, `user-${id}`));
    }
    await store.saveGrant('renewed', 1, { ...pair, receivedAtMs: NOON_MS + 1 });
    const idsLeft = async () => (await other.grants(undefined, 10)).map(({ id }) => id);
    await other.prune(afterMs, NOON_MS - 1);
    await other.prune(afterMs);
    assert.deepEqual(await idsLeft(), ['grant-1', 'renewed', 'session-ends', 'session-goes-on']);
    await other.prune(afterMs, NOON_MS);
    assert.deepEqual(await idsLeft(), ['renewed', 'session-goes-on']);
    await other.prune(afterMs + 1, NOON_MS + 1);
    assert.deepEqual(await idsLeft(), []);
    assert.equal(await other.findGrantOfSubject('user-renewed'), undefined);
  });

  it('keeps a grant that is being refreshed, though it has not been used for long', async () => {
    const { store, other, time } = await opened();
    time.advance(3 * DAY_MS);
    await store.takeLease('grant-1', 'one', 1000);
    await other.prune(time.now(), NOON_MS);
    assert.equal(await store.saveGrant('grant-1', 1, pair), true);
    await other.prune(time.now() + 1000, NOON_MS);
    assert.ok(await other.findGrant('grant-1'), 'It has been used.');
  });

  it('remembers a consumed state until it expires', async () => {
    const { store, other } = await opened();
    await store.consumeState('hash-1', NOON_MS + 1000);
    await other.prune(NOON_MS + 999);
    assert.equal(await store.consumeState('hash-1', NOON_MS + 1000), false);
    await other.prune(NOON_MS + 1000);
    assert.equal(await store.consumeState('hash-1', NOON_MS + 1000), true);
  });

  it('forgets however much has expired at once', async () => {
    const { store, other } = await opened();
    const ids = Array.from({ length: 1100 }, (_, index) => `hash-${index}`);
    await Promise.all(ids.map(async (id) => store.consumeState(id, NOON_MS)));
    await Promise.all([store, other].map(async (one) => one.prune(NOON_MS)));
    const again = await Promise.all(ids.map(async (id) => other.consumeState(id, NOON_MS)));
    assert.deepEqual(
      again.filter((first) => !first),
      [],
    );
    assert.ok(await other.findSession('session-1', NOON_MS));
  });
}
