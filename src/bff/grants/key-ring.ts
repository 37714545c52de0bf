import { VaultError } from '../../protocol/index.ts';
import type { SealingKey } from '../config/bff-options.ts';
import type { Emit } from '../events.ts';
import { payloadContext } from '../outcomes/payload.ts';
import { OPEN_STATES } from '../stores/outbox.ts';
import type { Outbox, OutboxRow } from '../stores/outbox.ts';
import { keyIdOf } from '../stores/session-state.ts';
import type { Grant, Grants, GrantState } from '../stores/store.ts';
import { unknownKey } from './seal.ts';
import type { Sealer } from './seal.ts';

/** Number of grants and number of outcomes in the sample. Grant ids are random, so one page of grants is a random sample. */
const SAMPLE_SIZE = 200;

/** Minimum time between two samples while no grant can be opened. Anybody can request the readiness probe. */
const RECHECK_INTERVAL_MS = 10_000;

/** Purpose of a sealed text. */
type Use = 'grants' | 'outcomes';

/** A sealed text of the store. */
export interface SealedText {
  use: Use;
  sealed: string;
  /** The context of the seal; see {@link Sealer.open}. */
  context: string;
}

/** Returns the sealed pairs of grants. */
export const pairsOf = (grants: readonly Grant[]): SealedText[] =>
  grants.map(({ sealed, id }) => ({ use: 'grants', sealed, context: id }));

/** Returns the sealed payloads of the outbox rows that have one. */
export const payloadsOf = (rows: readonly OutboxRow[]): SealedText[] =>
  rows.flatMap(({ payload, key }) =>
    payload ? { use: 'outcomes', sealed: payload, context: payloadContext(key) } : [],
  );

/** Counts of the grants and outcomes that one key has sealed. */
export interface SealsOfKey extends Record<Use, number> {
  /** Number of texts that could be opened. `unopened`: number of texts that could not. Not all texts are tried. */
  opened: number;
  unopened: number;
}

/**
 * Counts the texts that each key has sealed, and tries to open them.
 *
 * @param pages pages of texts, for example of a whole store
 * @param mostTried maximum number of texts to open for each key
 * @returns counts by key id; `(none)` for texts without a key id
 */
export async function sealsByKey(
  pages: AsyncIterable<readonly SealedText[]> | Iterable<readonly SealedText[]>,
  sealer: Sealer,
  mostTried = SAMPLE_SIZE,
): Promise<ReadonlyMap<string, SealsOfKey>> {
  const byKey = new Map<string, SealsOfKey>();
  for await (const page of pages) {
    for (const text of page) {
      const id = keyIdOf(text.sealed) ?? '(none)';
      const seals = byKey.get(id) ?? { grants: 0, outcomes: 0, opened: 0, unopened: 0 };
      byKey.set(id, seals);
      seals[text.use] += 1;
      if (seals.opened + seals.unopened >= mostTried) continue;
      if (await opens(sealer, text)) seals.opened += 1;
      else seals.unopened += 1;
    }
  }
  return byKey;
}

const opens = (sealer: Sealer, { sealed, context }: SealedText) =>
  sealer.open(sealed, context).then(
    () => true,
    () => false,
  );

/** Returns one sentence for each key whose grants or outcomes cannot be opened, with a remedy. Contains the ids of keys, but no key. */
export function problemsOfKeys(
  seals: ReadonlyMap<string, SealsOfKey>,
  keys: readonly SealingKey[],
): string[] {
  return Array.from(seals).flatMap(([id, { grants, outcomes, unopened }]) => {
    if (!unopened) return [];
    const uses = [grants && 'grants', outcomes && 'outcomes'].filter(Boolean).join(' and ');
    const losses = [
      grants && 'its users must connect again',
      outcomes && 'its outcomes cannot be delivered',
    ];
    return keys.some((key) => key.id === id)
      ? `${uses.replace(/^./, (first) => first.toUpperCase())} sealed with key ${id} cannot be opened: the key or the deployment id (VAULTLINK_DEPLOYMENT_ID) has changed.`
      : `Key ${id} is missing from the keys (VAULTLINK_KEYS). Add it again, at the end. Without it, ${losses.filter(Boolean).join(' and ')}.`;
  });
}

/** Advice for the case that no grant can be opened. */
const LOST_FOR_GOOD =
  'If the key is lost, or this is a copy of another deployment, start with an empty store.';

/** Checks whether the keys can open the stored grants, and the outcomes that wait for delivery. */
export interface KeyRing {
  /**
   * Checks that the key of a grant is in the ring, without opening the grant: a session check is requested often. A key with the same id and other
   * bytes shows when the grant is used, and in {@link checkSample}.
   *
   * @throws VaultError `configuration_error`
   */
  assertKnownKey(grant: Pick<GrantState, 'keyId'>): void;
  /**
   * Opens a sample of the live grants and of the open outcomes, and emits one event if some cannot be opened. The result is cached, unless no grant
   * could be opened.
   *
   * @returns one sentence for each key whose grants or outcomes cannot be opened
   * @throws VaultError `configuration_error` if not one grant can be opened. The store is unchanged, so all of them open again once the keys are
   *   correct
   * @throws errors of the store
   */
  checkSample(): Promise<readonly string[]>;
}

/** Dependencies of a {@link KeyRing}. */
export interface KeyRingOptions {
  store: Pick<Grants, 'grants'>;
  /** The outbox of the outcomes. `undefined`: the backend stores no outcomes. */
  outbox: Pick<Outbox, 'list'> | undefined;
  sealer: Sealer;
  keys: readonly SealingKey[];
  /** Real time in milliseconds since 1970. */
  now: () => number;
  emit: Emit;
}

/** Creates a {@link KeyRing} for the grants in `store` and the outcomes in `outbox`. */
export function createKeyRing({ store, outbox, sealer, keys, now, emit }: KeyRingOptions): KeyRing {
  const keyIds = new Set(keys.map(({ id }) => id));
  let pendingCheck: Promise<readonly string[]> | undefined;
  let nextCheckAtMs = 0;
  let isReported = false;

  async function openSample(): Promise<readonly string[]> {
    const sample = await store.grants(undefined, SAMPLE_SIZE);
    const live = sample.filter(({ deadReason }) => deadReason === undefined);
    const query = { kind: 'outcome', states: OPEN_STATES, limit: SAMPLE_SIZE } as const;
    const rows = (await outbox?.list(query)) ?? [];
    const seals = await sealsByKey([pairsOf(live), payloadsOf(rows)], sealer);
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
