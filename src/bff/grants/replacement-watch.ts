import type { Emit } from '../events.ts';
import type { StoreHealth } from '../stores/store.ts';

/** Minimum time between two queries of the store. Anybody can request the readiness probe. */
const INTERVAL_MS = 5000;

/**
 * Creates a function that emits an event if the server of the store was replaced by one that may lack confirmed writes. It never throws: other calls
 * report an unreachable store.
 *
 * @param now real time in milliseconds since 1970
 */
export function createReplacementWatch(
  store: Pick<StoreHealth, 'serverReplaced'>,
  now: () => number,
  emit: Emit,
): () => Promise<void> {
  let nextQueryAtMs = -Infinity;
  return async () => {
    if (!store.serverReplaced || now() < nextQueryAtMs) return;
    nextQueryAtMs = now() + INTERVAL_MS;
    try {
      const detail = await store.serverReplaced();
      if (detail === undefined) return;
      emit({ type: 'failed', where: 'store.serverReplaced', code: 'store_unavailable', detail });
    } catch {
      // The next call queries again.
    }
  };
}
