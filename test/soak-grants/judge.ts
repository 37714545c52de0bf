import type { Store } from 'vaultlink/bff';
import type { Wreck } from './crash.ts';
import { grantIdOf, partsOf, sealer } from './setup.ts';
import type { Truth } from './service.ts';

/** What the store holds of a grant in the end. */
export interface Kept {
  /** The number of its pair. */
  pair: number;
  deadReason: string | undefined;
}

/** All that the store holds in the end. */
export async function allKept(store: Store, grants: number): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (let index = 0; index < grants; index += 1) {
    const grant = await store.findGrant(grantIdOf(index));
    if (!grant) throw new Error('A grant is gone.');
    const [, token = ''] = JSON.parse(await sealer.open(grant.sealed, grant.id)) as string[];
    kept.push({ pair: partsOf(token).pair, deadReason: grant.deadReason });
  }
  return kept;
}

/** Whatever a grant's state says: what counts is what the service says to its refresh token. */
export function lostOf(kept: readonly Kept[], { pairs }: Truth): Map<number, string> {
  const lost = new Map<number, string>();
  for (const [index, { pair, deadReason }] of kept.entries()) {
    const { oldest = 0, newest = 0 } = pairs[index] ?? {};
    const isGood = deadReason === undefined && pair >= oldest && pair <= newest;
    if (!isGood) lost.set(index, deadReason ?? 'not marked as dead');
  }
  return lost;
}

/**
 * The grants that nothing could save where a refresh revokes at once: those whose answer was lost, and those for which the service had issued a pair
 * to a process that crashed before it saved it. Most crashes hit one grant; what else the process had unsaved is lost with it.
 */
export function floorOf(
  kept: readonly Kept[],
  { lostAnswers, issuedTo, pairs }: Truth,
  wrecks: readonly Wreck[],
): Set<number> {
  const unsaved = wrecks.flatMap((wreck) =>
    wreck.unsaved.filter((index) => issuedTo[wreck.process]?.includes(index)),
  );
  // The store may have got a pair whose process crashed before it knew.
  const isMissing = (index: number) => kept[index]?.pair !== pairs[index]?.newest;
  return new Set([...lostAnswers, ...unsaved].filter(isMissing));
}
