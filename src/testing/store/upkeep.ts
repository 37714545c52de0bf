import { equal, ok } from './expect.ts';
import { DAY_MS, grantOf, NOON_MS, pair, sessionOf } from './samples.ts';
import type { Contract } from './samples.ts';

/** The contract of `StoreHealth`. */
export const health: Contract = {
  async 'answers a ping'({ store }) {
    await store.ping();
  },

  async 'returns sentences about risks of data loss'({ store }) {
    const sentences = await store.durability();
    ok(sentences.every((sentence) => sentence.length > 0));
  },
};

/** The contract of `StoreUpkeep`. */
export const upkeep: Contract = {
  async 'forgets what has expired, and a dead grant 30 days after its death'({ store, other }) {
    await store.markDead('grant-1', 1, 'invalid_grant');
    await store.prune(NOON_MS + 29 * DAY_MS);
    equal(await other.findSession('session-1', NOON_MS), undefined);
    ok(await other.findGrant('grant-1'));
    await store.prune(NOON_MS + 30 * DAY_MS);
    equal(await other.findGrant('grant-1'), undefined);
  },

  async 'forgets neither a living grant nor a dead one that a session leads to'({ store }) {
    await store.connect(
      { ...sessionOf('session-2', 'grant-2'), expiresAtMs: NOON_MS + 400 * DAY_MS },
      grantOf('grant-2', 'user-2'),
    );
    await store.markDead('grant-2', 1, 'invalid_grant');
    await store.prune(NOON_MS + 300 * DAY_MS);
    ok(await store.findGrant('grant-1'));
    ok(await store.findGrant('grant-2'));
    await store.prune(NOON_MS + 400 * DAY_MS);
    ok(await store.findGrant('grant-1'));
    equal(await store.findGrant('grant-2'), undefined, 'Nobody is left to be told.');
  },

  async 'counts the 30 days from the death that was the last'({ store, time }) {
    await store.markDead('grant-1', 1, 'invalid_grant');
    await store.saveGrant('grant-1', 1, pair);
    time.advance(5 * DAY_MS);
    await store.markDead('grant-1', 2, 'invalid_grant');
    await store.prune(NOON_MS + 34 * DAY_MS);
    ok(await store.findGrant('grant-1'));
    await store.prune(NOON_MS + 35 * DAY_MS);
    equal(await store.findGrant('grant-1'), undefined);
  },

  async 'forgets a living grant that nobody uses and no session leads to, and no other'({
    store,
    other,
  }) {
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
    equal(await idsLeft(), ['grant-1', 'renewed', 'session-ends', 'session-goes-on']);
    await other.prune(afterMs, NOON_MS);
    equal(await idsLeft(), ['renewed', 'session-goes-on']);
    await other.prune(afterMs + 1, NOON_MS + 1);
    equal(await idsLeft(), []);
    equal(await other.findGrantOfSubject('user-renewed'), undefined);
  },

  async 'keeps a grant that is being refreshed, though it has not been used for long'({
    store,
    other,
    time,
  }) {
    time.advance(3 * DAY_MS);
    await store.takeLease('grant-1', 'one', 1000);
    await other.prune(time.now(), NOON_MS);
    equal(await store.saveGrant('grant-1', 1, pair), true);
    await other.prune(time.now() + 1000, NOON_MS);
    ok(await other.findGrant('grant-1'), 'It has been used.');
  },

  async 'keeps a grant that is saved while what is dead is forgotten, or has forgotten it whole'({
    store,
    other,
  }) {
    await store.markDead('grant-1', 1, 'invalid_grant');
    const [isSaved] = await Promise.all([
      store.saveGrant('grant-1', 1, pair),
      other.prune(NOON_MS + 1e12),
    ]);
    equal((await other.findGrant('grant-1'))?.version, isSaved ? 2 : undefined);
  },
};
