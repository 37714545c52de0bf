import { VaultError } from '../../protocol/index.ts';
import type { SealingKey, VaultEvent } from '../config/bff-options.ts';
import type { Grant, Store } from '../stores/store.ts';
import { keyIdOf } from './seal.ts';
import type { Sealer } from './seal.ts';

/** So many grants are looked at. Their ids are random, and so is which ones these are. */
const SAMPLE_SIZE = 200;

/** A ring that opens nothing is looked at again after this time: anybody may call a readiness probe. */
const LOOK_AGAIN_MS = 10_000;

/** What a key has sealed. */
export interface SealsOfKey {
  grants: number;
  /** Of those that were tried: how many opened, and how many did not. */
  opened: number;
  unopened: number;
}

/**
 * Counts what each key has sealed, and tries to open it.
 *
 * @param pages the grants, such as all of a store
 * @param mostTried so many grants of a key are opened at most
 * @returns by the id of the key; `(none)` where no key has sealed
 */
export async function sealsByKey(
  pages: AsyncIterable<readonly Grant[]> | Iterable<readonly Grant[]>,
  sealer: Sealer,
  mostTried = SAMPLE_SIZE,
): Promise<ReadonlyMap<string, SealsOfKey>> {
  const byKey = new Map<string, SealsOfKey>();
  for await (const page of pages) {
    for (const grant of page) {
      const id = keyIdOf(grant.sealed) ?? '(none)';
      const seals = byKey.get(id) ?? { grants: 0, opened: 0, unopened: 0 };
      byKey.set(id, seals);
      seals.grants += 1;
      if (seals.opened + seals.unopened >= mostTried) continue;
      if (await opens(sealer, grant)) seals.opened += 1;
      else seals.unopened += 1;
    }
  }
  return byKey;
}

const opens = (sealer: Sealer, { sealed, id }: Grant) =>
  sealer.open(sealed, id).then(
    () => true,
    () => false,
  );

/** Says for each key by which grants do not open what to do about it. Holds the ids of keys, and nothing else of them. */
export function problemsOfKeys(
  seals: ReadonlyMap<string, SealsOfKey>,
  keys: readonly SealingKey[],
): string[] {
  return Array.from(seals).flatMap(([id, { unopened }]) => {
    if (!unopened) return [];
    return keys.some((key) => key.id === id)
      ? `What key ${id} has sealed does not open: the key or the deployment's id (VAULTLINK_DEPLOYMENT_ID) is not what it was.`
      : `Key ${id} is not among the keys (VAULTLINK_KEYS): put it back, at the end. Without it these users have to connect again.`;
  });
}

/** What to do where no grant opens, and none will. */
const LOST_FOR_GOOD =
  'If the key is lost for good, or this is the copy of another deployment, begin with an empty store.';

/** Whether the keys open what is stored. */
export interface KeyRing {
  /** Opens with the keys, and takes note of what does not open. */
  sealer: Sealer;
  /** Returns whether all that was seen of the key of this grant opened. `false`: it has to be tried. */
  isSound(grant: Pick<Grant, 'sealed'>): boolean;
  /**
   * Opens a sample of the grants that are in use, and tells the operator once what does not open. Looks again only while no grant opens.
   *
   * @returns a sentence for each key by which grants do not open
   * @throws VaultError `configuration_error` where not one of them opens; nothing in the store has changed, and all of them open again once the
   *   keys are put right
   * @throws what the store throws
   */
  look(): Promise<readonly string[]>;
}

/** What a {@link KeyRing} works with. */
export interface KeyRingOptions {
  store: Pick<Store, 'grants'>;
  sealer: Sealer;
  keys: readonly SealingKey[];
  /** Real time in milliseconds since 1970. */
  now: () => number;
  tell: (event: VaultEvent) => void;
}

/** Watches whether `keys` open what `store` holds. */
export function createKeyRing({ store, sealer, keys, now, tell }: KeyRingOptions): KeyRing {
  /** By the id of a key. */
  const sound = new Map<string, boolean>();
  let looking: Promise<readonly string[]> | undefined;
  let lookAgainAtMs = 0;
  let isTold = false;

  async function lookOnce(): Promise<readonly string[]> {
    const sample = await store.grants(undefined, SAMPLE_SIZE);
    const live = sample.filter(({ deadReason }) => deadReason === undefined);
    const seals = await sealsByKey([live], sealer);
    for (const [id, { unopened }] of seals) if (unopened) sound.set(id, false);
    // A key that has sealed none of them is right as far as anybody knows.
    for (const { id } of keys) if (!sound.has(id)) sound.set(id, true);
    const problems = problemsOfKeys(seals, keys);
    const isWrong = live.length > 0 && Array.from(seals.values()).every(({ opened }) => !opened);
    const messages = isWrong ? [...problems, LOST_FOR_GOOD] : problems;
    const detail = messages.join(' ');
    if (detail && !isTold) {
      isTold = true;
      tell({ type: 'failed', where: 'keys', code: 'configuration_error', detail });
    }
    if (isWrong) throw new VaultError('configuration_error', detail, { messages });
    return problems;
  }

  return {
    sealer: {
      seal: (text, context) => sealer.seal(text, context),
      async open(sealed, context) {
        try {
          return await sealer.open(sealed, context);
        } catch (error) {
          sound.set(keyIdOf(sealed) ?? '', false);
          throw error;
        }
      },
    },
    isSound: ({ sealed }) => sound.get(keyIdOf(sealed) ?? '') === true,
    look() {
      if (lookAgainAtMs && now() >= lookAgainAtMs) looking = undefined;
      lookAgainAtMs = looking ? lookAgainAtMs : 0;
      return (looking ??= lookOnce().catch((error: unknown) => {
        if (error instanceof VaultError && error.code === 'configuration_error') {
          lookAgainAtMs = now() + LOOK_AGAIN_MS;
        } else {
          looking = undefined;
        }
        throw error;
      }));
    },
  };
}
