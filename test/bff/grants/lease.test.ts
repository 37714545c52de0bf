import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { takeLease } from '../../../src/bff/grants/lease.ts';
import { sleep } from '../../../src/bff/sleep.ts';
import type { Store } from '../../../src/bff/stores/store.ts';
import { createSignal } from '../../support/signal.ts';
import { failingStore, startConnected } from '../support/instances.ts';

/** A test that hangs must fail, not block the others. */
const limit = { timeout: 120_000 };

/** A lease, and whether another could have it. */
async function startLeased(changeStore = (store: Store) => store) {
  const { grant, store, time } = await startConnected();
  const lease = await takeLease(changeStore(store), time.sleep, grant.id);
  assert(lease);
  return {
    lease,
    /** Lets seconds pass. */
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        time.advance(1000);
        await time.settle();
      }
    },
    isTaken: async () => !(await store.takeLease(grant.id, 'a third', 1)),
    takeLease: () => store.takeLease(grant.id, 'another', 60_000),
  };
}

describe('a lease', () => {
  it('gives a lease to one instance, and takes it back', async () => {
    const { lease, isTaken } = await startLeased();
    assert.equal(await isTaken(), true);
    await lease.release();
    assert.equal(await isTaken(), false);
  });

  it('renews a lease while its owner lives, for three minutes and 20 seconds at most', async () => {
    const { lease, pass, isTaken } = await startLeased();
    await pass(175);
    assert.equal(await isTaken(), true);
    await pass(30);
    assert.equal(await isTaken(), false);
    await lease.release();
  });

  it('keeps a lease although two renewals fail', async () => {
    const { pass, isTaken } = await startLeased((store) => failingStore(store, 'renewLease', 2));
    await pass(25);
    assert.equal(await isTaken(), true);
  });

  it('releases a lease as soon as the renewal in flight has ended', limit, async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { grant, store } = await startConnected();
    const renewing = createSignal();
    const mayBeRenewed = createSignal();
    const slow: Store = {
      ...store,
      async renewLease(...parameters) {
        renewing.resolve();
        await mayBeRenewed.promise;
        return store.renewLease(...parameters);
      },
    };
    const lease = await takeLease(slow, sleep, grant.id);
    context.mock.timers.tick(7000);
    await renewing.promise;
    const released = lease?.release();
    mayBeRenewed.resolve();
    await released;
    assert.ok(await store.takeLease(grant.id, 'another', 1));
  });

  it('notices that another instance holds the lease, and does not release that one', async () => {
    const { lease, pass, isTaken, takeLease } = await startLeased((store) =>
      failingStore(store, 'renewLease', 3),
    );
    await pass(21);
    assert.ok(await takeLease());
    assert.equal(await lease.isHeld(), false);
    await lease.release();
    await pass(20);
    assert.equal(await isTaken(), true);
  });
});
