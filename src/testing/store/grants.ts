import { equal, ok } from './expect.ts';
import { atOnce, DAY_MS, grantOf, MANY, NOON_MS, pair, sessionOf } from './samples.ts';
import type { Contract } from './samples.ts';

/** The contract of `Grants`. */
export const grants: Contract = {
  async 'finds a grant by its id and by its subject'({ other }) {
    equal(await other.findGrant('grant-1'), grantOf('grant-1'));
    equal(await other.findGrantOfSubject('user-1'), grantOf('grant-1'));
    equal(await other.findGrant('grant-2'), undefined);
    equal(await other.findGrantOfSubject('user-2'), undefined);
  },

  async 'keeps any text as it is'({ store, other }) {
    const subject = `o'Neil "Ü" \\ {x} %s $1 \r\n 😀`;
    const grant = { ...grantOf('grant-2', subject), sealed: 'x'.repeat(20_000), scope: '' };
    await store.connect(sessionOf('session-2', 'grant-2'), grant);
    equal(await other.findGrantOfSubject(subject), grant);
  },

  async 'gives all grants in pages, in the order of their ids'({ store, other }) {
    for (const id of ['b', '_', 'Z', '-', '0']) {
      await store.connect(sessionOf(`session-${id}`, id), grantOf(id, `user-${id}`));
    }
    const first = await other.grants(undefined, 4);
    equal(
      first.map(({ id }) => id),
      ['-', '0', 'Z', '_'],
    );
    // The last one of a page may be gone when the next is asked for.
    await store.disconnect('session-_');
    equal(await other.grants('_', 4), [grantOf('b', 'user-b'), grantOf('grant-1')]);
    equal(await other.grants('grant-1', 4), []);
  },

  async 'saves a pair over the version that was read, and takes the mark away'({ store, other }) {
    await store.takeLease('grant-1', 'one', 1000);
    await store.markRefreshing('grant-1', 'one', { attempt: 1, sinceMs: NOON_MS });
    equal(await store.saveGrant('grant-1', 1, pair), true);
    equal(await other.findGrant('grant-1'), {
      id: 'grant-1',
      subject: 'user-1',
      version: 2,
      ...pair,
    });
    equal(await other.saveGrant('grant-1', 1, { ...pair, sealed: 'late' }), false);
    equal((await store.findGrant('grant-1'))?.sealed, pair.sealed);
  },

  async 'saves one of the pairs that come for a version at once'({ store, other }) {
    const saved = await atOnce([store, other], (one, index) =>
      one.saveGrant('grant-1', 1, { ...pair, sealed: `sealed-${index}` }),
    );
    equal(saved.filter(Boolean).length, 1);
    const grant = await other.findGrant('grant-1');
    equal(grant?.sealed, `sealed-${saved.indexOf(true)}`);
    equal(grant?.version, 2);
  },

  async 'marks a grant dead at the version that was read alone'({ store, other }) {
    equal(await store.markDead('grant-1', 2, 'invalid_grant'), false);
    equal(await store.markDead('grant-1', 1, 'invalid_grant'), true);
    const grant = await other.findGrant('grant-1');
    equal(grant?.deadReason, 'invalid_grant');
    equal(grant?.version, 1);
  },

  async 'saves a late pair over a grant that was marked dead'({ store, other }) {
    await other.markDead('grant-1', 1, 'invalid_grant');
    equal(await store.saveGrant('grant-1', 1, pair), true);
    equal((await other.findGrant('grant-1'))?.deadReason, undefined);
    await store.prune(NOON_MS + 40 * DAY_MS);
    ok(await other.findGrant('grant-1'), 'It lives.');
  },

  async 'replaces a seal that is as it was read, and nothing else'({ store, other }) {
    await store.takeLease('grant-1', 'one', 1000);
    await store.markRefreshing('grant-1', 'one', { attempt: 1, sinceMs: NOON_MS });
    equal(await other.replaceSeal('grant-1', grantOf('grant-1').sealed, 'anew'), true);
    equal(await other.replaceSeal('grant-1', grantOf('grant-1').sealed, 'late'), false);
    equal(await other.replaceSeal('grant-2', grantOf('grant-2').sealed, 'anew'), false);
    equal(await store.findGrant('grant-1'), {
      ...grantOf('grant-1'),
      sealed: 'anew',
      refreshing: { attempt: 1, sinceMs: NOON_MS },
    });
    equal(await store.renewLease('grant-1', 'one', 1000), true);
    equal(await store.saveGrant('grant-1', 1, pair), true);
  },

  async 'lets nothing of a new seal overwrite a new pair'({ store, other }) {
    for (let version = 1; version <= MANY; version += 1) {
      const sealed = `sealed-${version}`;
      const before = (await store.findGrant('grant-1'))?.sealed ?? '';
      const [isSaved] = await Promise.all([
        store.saveGrant('grant-1', version, { ...pair, sealed }),
        other.replaceSeal('grant-1', before, 'the same pair'),
      ]);
      equal(isSaved, true);
      equal((await other.findGrant('grant-1'))?.sealed, sealed);
    }
  },

  async 'keeps a grant and its sessions under another name of its subject'({ store, other }) {
    await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2'));
    await store.markDead('grant-2', 1, 'invalid_grant');
    equal(await other.renameSubject?.('user-1', 'name-1'), true);
    equal(await other.renameSubject?.('user-1', 'name-1'), false);
    equal(await store.findGrantOfSubject('user-1'), undefined);
    equal((await store.findGrantOfSubject('name-1'))?.id, 'grant-2');
    for (const id of ['session-1', 'session-2']) {
      const found = await store.findSession(id, NOON_MS);
      equal([found?.grant.id, found?.grant.subject], ['grant-2', 'name-1']);
    }
    const all = await store.grants(undefined, 10);
    ok(all.every(({ subject }) => subject !== 'user-1'));
    await store.prune(NOON_MS + 40 * DAY_MS);
    equal(await store.findGrant('grant-2'), undefined, 'It is still known to be dead.');
  },

  async 'renames no subject into another that has a grant'({ store, other }) {
    await store.connect(sessionOf('session-2', 'grant-2'), grantOf('grant-2', 'user-2'));
    equal(await other.renameSubject?.('user-1', 'user-2'), false);
    equal((await other.findGrantOfSubject('user-1'))?.id, 'grant-1');
    equal((await other.findGrantOfSubject('user-2'))?.id, 'grant-2');
  },
};
