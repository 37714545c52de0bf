import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { takeLease } from '../../../src/bff/grants/lease.ts';
import { sleep } from '../../../src/bff/grants/sleep.ts';
import type { Store } from '../../../src/bff/stores/store.ts';
import { faulty, gate, start } from '../support/keeper.ts';

/** Whoever sleeps on must fail a test, not hold up all of them. */
const limit = { timeout: 120_000 };

/** A lease, and whether another could have it. */
async function startLeased(change = (store: Store) => store) {
  const { grant, store, time } = await start();
  const lease = await takeLease(change(store), time.sleep, grant.id);
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
  it('is given to one, and back', async () => {
    const { lease, isTaken } = await startLeased();
    assert.equal(await isTaken(), true);
    await lease.release();
    assert.equal(await isTaken(), false);
  });

  it('lives while its owner does, for three minutes and the last 20 seconds at most', async () => {
    const { lease, pass, isTaken } = await startLeased();
    await pass(175);
    assert.equal(await isTaken(), true);
    await pass(30);
    assert.equal(await isTaken(), false);
    await lease.release();
  });

  it('outlives two renewals that the store did not take', async () => {
    const { pass, isTaken } = await startLeased((store) => faulty(store, 'renewLease', 2));
    await pass(25);
    assert.equal(await isTaken(), true);
  });

  it('is given back while it is being renewed, as soon as that is over', limit, async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { grant, store } = await start();
    const [renewing, renewed] = [gate(), gate()];
    const slow: Store = {
      ...store,
      async renewLease(...parameters) {
        renewing.open();
        await renewed.opened;
        return store.renewLease(...parameters);
      },
    };
    const lease = await takeLease(slow, sleep, grant.id);
    context.mock.timers.tick(7000);
    await renewing.opened;
    const released = lease?.release();
    renewed.open();
    await released;
    assert.ok(await store.takeLease(grant.id, 'another', 1));
  });

  it('knows when it is another’s, and leaves that one alone', async () => {
    const { lease, pass, isTaken, takeLease } = await startLeased((store) =>
      faulty(store, 'renewLease', 3),
    );
    await pass(21);
    assert.ok(await takeLease());
    assert.equal(await lease.isHeld(), false);
    await lease.release();
    await pass(20);
    assert.equal(await isTaken(), true);
  });
});
