import type { Store } from '../../bff/index.ts';
import { equal, ok } from './expect.ts';
import { atOnce, grantOf, NOON_MS, pair } from './samples.ts';
import type { Contract, StoreBehaviour } from './samples.ts';

/** The two ways to end the connection of a user. */
const DISCONNECTS = {
  disconnect: (store: Store) => store.disconnect('session-1'),
  disconnectSubject: (store: Store) => store.disconnectSubject('user-1'),
};

/** The contract of `GrantLeases`. */
export const grantLeases: Contract = {
  async 'gives a lease to one owner at a time'({ store, other }) {
    equal(await store.takeLease('grant-1', 'one', 1000), grantOf('grant-1'));
    equal(await other.takeLease('grant-1', 'two', 1000), undefined);
    ok(await store.takeLease('grant-1', 'one', 1000));
    equal(await other.takeLease('grant-2', 'two', 1000), undefined);
  },

  async 'gives a lease to another when it was not renewed in time, and not before'({
    store,
    other,
    time,
  }) {
    await store.takeLease('grant-1', 'one', 1000);
    time.advance(900);
    equal(await store.renewLease('grant-1', 'one', 1000), true);
    time.advance(999);
    equal(await other.takeLease('grant-1', 'two', 1000), undefined);
    time.advance(1);
    ok(await other.takeLease('grant-1', 'two', 1000));
    equal(await store.renewLease('grant-1', 'one', 1000), false);
  },

  async 'gives a lease that many ask for at once to one'({ store, other }) {
    const leases = await atOnce([store, other], (one, index) =>
      one.takeLease('grant-1', `owner-${index}`, 1000),
    );
    equal(leases.filter(Boolean), [grantOf('grant-1')]);
    const owner = leases.findIndex(Boolean);
    equal(await other.renewLease('grant-1', `owner-${owner}`, 1000), true);
  },

  async 'takes a lease back from its owner alone'({ store, other }) {
    await store.takeLease('grant-1', 'one', 1000);
    await other.releaseLease('grant-1', 'two');
    equal(await other.takeLease('grant-1', 'two', 1000), undefined);
    await store.releaseLease('grant-1', 'one');
    ok(await other.takeLease('grant-1', 'two', 1000));
  },

  async 'notes and takes back that a refresh is under way, for the owner of the lease alone'({
    store,
    other,
  }) {
    const mark = { attempt: 1, sinceMs: NOON_MS };
    equal(await store.markRefreshing('grant-1', 'one', mark), false);
    await store.takeLease('grant-1', 'one', 1000);
    equal(await store.markRefreshing('grant-1', 'one', mark), true);
    equal(await other.markRefreshing('grant-1', 'two', undefined), false);
    equal((await other.findGrant('grant-1'))?.refreshing, mark);
    await store.markRefreshing('grant-1', 'one', undefined);
    equal((await other.findGrant('grant-1'))?.refreshing, undefined);
  },

  ...Object.fromEntries(
    Object.entries(DISCONNECTS).map(([name, disconnect]) => [
      `forgets a grant by ${name} while it is refreshed: nothing that comes late brings it back`,
      forgetsWhileRefreshed(disconnect),
    ]),
  ),
};

/** Returns a test that ends a grant in the middle of its refresh. */
function forgetsWhileRefreshed(disconnect: (store: Store) => unknown): StoreBehaviour {
  return async ({ store, other }) => {
    await store.takeLease('grant-1', 'one', 1000);
    await store.markRefreshing('grant-1', 'one', { attempt: 1, sinceMs: NOON_MS });
    await disconnect(other);
    equal(await store.renewLease('grant-1', 'one', 1000), false);
    equal(await store.markRefreshing('grant-1', 'one', undefined), false);
    equal(await store.saveGrant('grant-1', 1, pair), false);
    equal(await store.markDead('grant-1', 1, 'invalid_grant'), false);
    equal(await store.replaceSeal('grant-1', grantOf('grant-1').sealed, 'anew'), false);
    await store.releaseLease('grant-1', 'one');
    equal(await other.findGrant('grant-1'), undefined);
    equal(await other.findGrantOfSubject('user-1'), undefined);
    equal(await other.grants(undefined, 10), []);
  };
}
