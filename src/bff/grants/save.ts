import { createBackoff } from '../backoff.ts';
import type { Emit } from '../events.ts';
import type { Sleep } from '../sleep.ts';
import type { Grant, Grants, NewPair } from '../stores/store.ts';

const pauseMsOf = createBackoff({ firstMs: 100, longestMs: 5000, fixedPart: 0.5 });

/**
 * Saves a new token pair, and retries until that succeeds: the pair before it is spent, so until then the new one exists only in memory.
 *
 * @param grant the grant whose pair was spent
 * @param emit receives an event after each failed attempt
 * @returns the saved grant; `undefined` if the grant has another pair by now, or no longer exists
 */
export async function savePair(
  { store, sleep, emit }: { store: Pick<Grants, 'saveGrant'>; sleep: Sleep; emit: Emit },
  grant: Grant,
  pair: NewPair,
): Promise<Grant | undefined> {
  const { id, subject, version } = grant;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const isSaved = await store.saveGrant(id, version, pair);
      return isSaved ? { id, subject, version: version + 1, ...pair } : undefined;
    } catch {
      emit({ type: 'save_failed', grantId: id, subject, attempt });
      await sleep(pauseMsOf(attempt - 1));
    }
  }
}
