import { VaultError } from '../../protocol/index.ts';
import type { SealingKey } from '../config/bff-options.ts';
import type { Emit } from '../events.ts';
import { keyIdOf } from '../stores/session-state.ts';
import type { Grant, Grants, GrantState } from '../stores/store.ts';
import { unknownKey } from './seal.ts';
import type { Sealer } from './seal.ts';

/** Number of grants in the sample. Grant ids are random, so a page of them is a random sample. */
const SAMPLE_SIZE = 200;

/** Minimum time between two samples while no grant can be opened. Anybody can request the readiness probe. */
const RECHECK_INTERVAL_MS = 10_000;

/** Counts of the grants that one key has sealed. */
export interface SealsOfKey {
  grants: number;
  /** Of the grants that were tried, how many could be opened. `unopened`: how many could not. */
  opened: number;
  unopened: number;
}

/**
 * Counts the grants that each key has sealed, and tries to open them.
 *
 * @param pages pages of grants, for example of a whole store
 * @param mostTried maximum number of grants to open for each key
 * @returns counts by key id; `(none)` for grants without a key id
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

/** Describes, for each key whose grants cannot be opened, how to fix it. Contains only the ids of keys. */
export function problemsOfKeys(
  seals: ReadonlyMap<string, SealsOfKey>,
  keys: readonly SealingKey[],
): string[] {
  return Array.from(seals).flatMap(([id, { unopened }]) => {
    if (!unopened) return [];
    return keys.some((key) => key.id === id)
      ? `Grants sealed with key ${id} cannot be opened: the key or the deployment id (VAULTLINK_DEPLOYMENT_ID) has changed.`
      : `Key ${id} is missing from the keys (VAULTLINK_KEYS). Add it again, at the end. Without it, its users must connect again.`;
  });
}

/** Advice for the case that no grant can be opened. */
const LOST_FOR_GOOD =
  'If the key is lost, or this is a copy of another deployment, start with an empty store.';

/** Checks whether the keys can open stored grants. */
export interface KeyRing {
  /**
   * Checks that the key of a grant is in the ring, without opening the grant: a session check is requested often. A key with the same id and other
   * bytes shows when the grant is used, and in {@link checkSample}.
   *
   * @throws VaultError `configuration_error`
   */
  assertKnownKey(grant: Pick<GrantState, 'keyId'>): void;
  /**
   * Opens a sample of the live grants, and emits one event if some cannot be opened. The result is cached, unless no grant could be opened.
   *
   * @returns one sentence for each key whose grants cannot be opened
   * @throws VaultError `configuration_error` if not one grant can be opened. The store is unchanged, so all of them open again once the keys are
   *   correct
   * @throws errors of the store
   */
  checkSample(): Promise<readonly string[]>;
}

/** Dependencies of a {@link KeyRing}. */
export interface KeyRingOptions {
  store: Pick<Grants, 'grants'>;
  sealer: Sealer;
  keys: readonly SealingKey[];
  /** Real time in milliseconds since 1970. */
  now: () => number;
  emit: Emit;
}

/** Creates a {@link KeyRing} for the grants in `store`. */
export function createKeyRing({ store, sealer, keys, now, emit }: KeyRingOptions): KeyRing {
  const keyIds = new Set(keys.map(({ id }) => id));
  let pendingCheck: Promise<readonly string[]> | undefined;
  let nextCheckAtMs = 0;
  let isReported = false;

  async function openSample(): Promise<readonly string[]> {
    const sample = await store.grants(undefined, SAMPLE_SIZE);
    const live = sample.filter(({ deadReason }) => deadReason === undefined);
    const seals = await sealsByKey([live], sealer);
    const problems = problemsOfKeys(seals, keys);
    const isWrong = live.length > 0 && Array.from(seals.values()).every(({ opened }) => !opened);
    const messages = isWrong ? [...problems, LOST_FOR_GOOD] : problems;
    const detail = messages.join(' ');
    if (detail && !isReported) {
      isReported = true;
      emit({ type: 'failed', where: 'keys', code: 'configuration_error', detail });
    }
    if (isWrong) throw new VaultError('configuration_error', detail, { messages });
    return problems;
  }

  return {
    assertKnownKey({ keyId }) {
      if (!keyIds.has(keyId)) throw unknownKey();
    },
    checkSample() {
      if (nextCheckAtMs && now() >= nextCheckAtMs) pendingCheck = undefined;
      nextCheckAtMs = pendingCheck ? nextCheckAtMs : 0;
      return (pendingCheck ??= openSample().catch((error: unknown) => {
        if (error instanceof VaultError && error.code === 'configuration_error') {
          nextCheckAtMs = now() + RECHECK_INTERVAL_MS;
        } else {
          pendingCheck = undefined;
        }
        throw error;
      }));
    },
  };
}
