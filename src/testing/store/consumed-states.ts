import { equal, ok } from './expect.ts';
import { atOnce, NOON_MS } from './samples.ts';
import type { Contract } from './samples.ts';

/** The contract of `ConsumedStates`. */
export const consumedStates: Contract = {
  async 'consumes a state once, for all processes, and each state on its own'({ store, other }) {
    equal(await store.consumeState('hash-1', NOON_MS + 1000), true);
    equal(await other.consumeState('hash-1', NOON_MS + 1000), false);
    equal(await store.consumeState('hash-1', NOON_MS + 1000), false);
    equal(await other.consumeState('hash-2', NOON_MS + 1000), true);
  },

  async 'lets one of many consume a state'({ store, other }) {
    const consumed = await atOnce([store, other], (one) =>
      one.consumeState('hash-1', NOON_MS + 1000),
    );
    equal(consumed.filter(Boolean).length, 1);
  },

  async 'remembers a consumed state until it expires'({ store, other }) {
    await store.consumeState('hash-1', NOON_MS + 1000);
    await other.prune(NOON_MS + 999);
    equal(await store.consumeState('hash-1', NOON_MS + 1000), false);
    await other.prune(NOON_MS + 1000);
    equal(await store.consumeState('hash-1', NOON_MS + 1000), true);
  },

  async 'forgets however much has expired at once'({ store, other }) {
    const ids = Array.from({ length: 1100 }, (_, index) => `hash-${index}`);
    await Promise.all(ids.map(async (id) => store.consumeState(id, NOON_MS)));
    await Promise.all([store, other].map(async (one) => one.prune(NOON_MS)));
    const again = await Promise.all(ids.map(async (id) => other.consumeState(id, NOON_MS)));
    equal(
      again.filter((first) => !first),
      [],
    );
    ok(await other.findSession('session-1', NOON_MS));
  },
};
