import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Awaitable, Store } from 'vaultlink/bff';
import { storeContract } from 'vaultlink/testing/store';
import { startBff } from '../support/http-bff.ts';
import { standingTime } from '../support/time.ts';

/** Opens an empty store, and the same one again as another process would. */
export type OpenStore = (
  now: () => number,
) => Awaitable<{ store: Store; again: () => Store; contents?: () => Awaitable<unknown> }>;

/** Tests the contract of a store, and that no stranger fills it. */
export function storeSuite(name: string, open: OpenStore): void {
  const contract = storeContract(async (now) => {
    const { store, again } = await open(now);
    return { store, other: again() };
  });

  describe(name, () => {
    for (const part of new Set(contract.map((one) => one.name))) {
      describe(part, () => {
        for (const test of contract) if (test.name === part) it(test.title, test.run);
      });
    }

    it('holds the same after 1,000 browsers without a session have set out', async () => {
      const { store, contents } = await open(standingTime().now);
      await store.consumeState('hash-1', 1);
      const before = await contents?.();
      const { openBrowser } = startBff({ store });
      for (let count = 0; count < 1000; count += 1) {
        assert.equal((await openBrowser().go('/vault/connect')).status, 302);
      }
      assert.deepEqual(await contents?.(), before);
    });

    it('closes', async () => {
      const { store } = await open(standingTime().now);
      await store.ping();
      await store.close();
    });
  });
}
