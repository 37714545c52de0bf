import { createBackoff } from '../backoff.ts';
import type { VaultEvent } from '../config/bff-options.ts';
import type { Sleep } from './sleep.ts';
import type { Grant, NewPair, Store } from '../stores/store.ts';

const pauseMsOf = createBackoff({ firstMs: 100, longestMs: 5000, fixedPart: 0.5 });

/**
 * Saves a pair that the service has issued, for as long as that takes: the one before it is spent, so until then it is only here.
 *
 * @param grant the grant whose pair was spent
 * @param tell told of each time that it did not work
 * @returns the grant as saved; `undefined`: it has another pair by now, or is gone
 */
export async function savePair(
  { store, sleep, tell }: { store: Store; sleep: Sleep; tell: (event: VaultEvent) => void },
  grant: Grant,
  pair: NewPair,
): Promise<Grant | undefined> {
  const { id, subject, version } = grant;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const isSaved = await store.saveGrant(id, version, pair);
      return isSaved ? { id, subject, version: version + 1, ...pair } : undefined;
    } catch {
      tell({ type: 'save_failed', grantId: id, subject, attempt });
      await sleep(pauseMsOf(attempt - 1));
    }
  }
}
