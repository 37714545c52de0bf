import type { VaultEvent } from '../config/bff-options.ts';
import type { Store } from '../stores/store.ts';

/** How often the store is asked at most: anybody may call a readiness probe. */
const INTERVAL_MS = 5000;

/**
 * Returns a function that tells the operator once where the server of the store has been replaced, by one that may lack what was confirmed. It never
 * throws: a store that is away is found out by those who need it.
 *
 * @param now real time in milliseconds since 1970
 */
export function createSetbackWatch(
  store: Pick<Store, 'setback'>,
  now: () => number,
  tell: (event: VaultEvent) => void,
): () => Promise<void> {
  let askAgainAtMs = -Infinity;
  return async () => {
    if (!store.setback || now() < askAgainAtMs) return;
    askAgainAtMs = now() + INTERVAL_MS;
    try {
      const detail = await store.setback();
      if (detail === undefined) return;
      tell({ type: 'failed', where: 'store.setback', code: 'store_unavailable', detail });
    } catch {
      // The next call asks again.
    }
  };
}
