import { assertKnownOptions } from '../config/mistakes.ts';
import { createSealer } from './seal.ts';
import type { Sealer, SealerOptions } from './seal.ts';
import { hashedSubjects, isPlain, secretContext, SUBJECT_KEY } from './subjects.ts';
import { payloadContext } from '../outcomes/payload.ts';
import type { Outbox, OutboxQuery, OutboxRow } from '../stores/outbox.ts';
import { keyIdOf } from '../stores/session-state.ts';
import type { Awaitable } from '../stores/outbox.ts';
import type { Grant, Grants, Secrets, Store } from '../stores/store.ts';
import type { SealingKey } from '../config/bff-options.ts';

/** Number of grants or outcomes that are read and resealed at a time. */
const PAGE_SIZE = 200;

/** Counts of the texts that {@link resealAll} has read. */
export interface ResealCounts {
  /** Number of texts that were resealed with the first key. */
  resealed: number;
  /** Number of texts that the first key had already sealed. */
  current: number;
  /** Number of texts that cannot be opened, by key id; `''` for texts without a key id. They stay unchanged. */
  unopened: Readonly<Record<string, number>>;
}

/** Result of {@link resealAll}, or its progress so far. The counts are those of the grants. */
export interface ResealSummary extends ResealCounts {
  /** Counts of the outcomes in the outbox. Outcomes without a payload are not counted. */
  outcomes: ResealCounts;
  /** Ids of older keys that no grant and no outcome needs any more. */
  unused: readonly string[];
}

/** Options of {@link resealAll}. */
export interface ResealOptions extends SealerOptions {
  /** `hash`: replaces plain subjects by their hashes, as described for `VaultBffOptions.subjectPrivacy`. Default: subjects stay as they are. */
  subjectPrivacy?: 'plain' | 'hash' | undefined;
  /** The outbox. Default: the one of the store. */
  outbox?: Outbox | undefined;
  /** Called after every few hundred grants or outcomes. */
  onProgress?: ((soFar: ResealSummary) => void) | undefined;
}

/**
 * Reseals all grants and outcomes of older keys with the first key. Backends may use the store meanwhile: a refreshed token pair is kept. Before you run
 * it, make the new key the first one in every process: a process without it still seals with an older key.
 *
 * @param keys the key ring; see `VaultBffOptions.keys`
 * @throws VaultError `configuration_error` if the keys are invalid, or if an option does not exist
 * @throws errors of the store
 */
export async function resealAll(
  store: Grants & Secrets & Pick<Store, 'outbox'>,
  keys: readonly SealingKey[],
  resealOptions: ResealOptions = {},
): Promise<ResealSummary> {
  assertKnownOptions(resealOptions, {
    deploymentId: true,
    subjectPrivacy: true,
    outbox: true,
    onProgress: true,
  });
  const { onProgress, subjectPrivacy = 'plain', outbox = store.outbox, ...options } = resealOptions;
  const sealer = createSealer(keys, options);
  const [firstId = '', ...otherIds] = keys.map(({ id }) => id);
  const grants = { resealed: 0, current: 0, unopened: {} };
  const outcomes = { resealed: 0, current: 0, unopened: {} };
  const summaryNow = (): ResealSummary => ({
    ...copyOf(grants),
    outcomes: copyOf(outcomes),
    unused: otherIds.filter(
      (id) => !Object.hasOwn(grants.unopened, id) && !Object.hasOwn(outcomes.unopened, id),
    ),
  });
  const resealPage = async (counts: Counts, texts: readonly SealedText[]) => {
    for (const end of await Promise.all(texts.map((text) => reseal(sealer, firstId, text)))) {
      if (typeof end === 'string') counts[end] += 1;
      else if (end) counts.unopened[end.keyId] = (counts.unopened[end.keyId] ?? 0) + 1;
    }
    onProgress?.(summaryNow());
  };

  const subjects = subjectPrivacy === 'hash' ? hashedSubjects(store, sealer) : undefined;
  await resealSecret(store, sealer, firstId);
  for await (const page of pagesOfGrants(store)) {
    for (const { subject } of page) if (isPlain(subject)) await subjects?.nameOf(subject);
    await resealPage(
      grants,
      page.map((grant) => textOfGrant(store, grant)),
    );
  }
  if (outbox) {
    for await (const page of pagesOfOutcomes(outbox)) {
      await resealPage(
        outcomes,
        page.flatMap((row) => textOfOutcome(outbox, row) ?? []),
      );
    }
  }
  return summaryNow();
}

interface Counts extends ResealCounts {
  unopened: Record<string, number>;
}

const copyOf = (counts: Counts): ResealCounts => ({ ...counts, unopened: { ...counts.unopened } });

/**
 * Reseals the key of the subject hashes, if it exists.
 *
 * @throws VaultError `configuration_error` if it cannot be opened: without it no user can be found
 */
async function resealSecret(store: Secrets, sealer: Sealer, firstId: string): Promise<void> {
  const sealed = await store.keepSecret?.(SUBJECT_KEY, undefined);
  if (sealed === undefined || keyIdOf(sealed) === firstId) return;
  const context = secretContext(SUBJECT_KEY);
  const anew = await sealer.seal(await sealer.open(sealed, context), context);
  await store.replaceSecret?.(SUBJECT_KEY, sealed, anew);
}

/** Yields all grants of a store, page by page. */
export async function* pagesOfGrants(
  store: Pick<Grants, 'grants'>,
): AsyncGenerator<readonly Grant[]> {
  for (let lastId: string | undefined; ;) {
    const page = await store.grants(lastId, PAGE_SIZE);
    if (page.length) yield page;
    if (page.length < PAGE_SIZE) return;
    lastId = page.at(-1)?.id;
  }
}

/** Yields all outcomes of an outbox, page by page, the latest first. @param states `undefined`: all */
export async function* pagesOfOutcomes(
  outbox: Pick<Outbox, 'list'>,
  states?: OutboxQuery['states'],
): AsyncGenerator<readonly OutboxRow[]> {
  for (let after: OutboxRow | undefined; ;) {
    const page = await outbox.list({ kind: 'outcome', states, after, limit: PAGE_SIZE });
    if (page.length) yield page;
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1);
  }
}

/** A sealed text of the store. */
interface SealedText {
  sealed: string;
  context: string;
  /** Replaces the text, unless it has changed since it was read. @returns `true` if it was replaced */
  replace: (sealed: string) => Awaitable<boolean>;
  /** Reads the text again. @returns `undefined` if it no longer exists */
  readAgain: () => Promise<SealedText | undefined>;
}

const textOfGrant = (store: Grants, { id, sealed }: Grant): SealedText => ({
  sealed,
  context: id,
  replace: (anew) => store.replaceSeal(id, sealed, anew),
  async readAgain() {
    const grant = await store.findGrant(id);
    return grant && textOfGrant(store, grant);
  },
});

/** @returns `undefined` if the row has no payload */
function textOfOutcome(outbox: Outbox, { key, payload }: OutboxRow): SealedText | undefined {
  if (!payload) return undefined;
  return {
    sealed: payload,
    context: payloadContext(key),
    replace: (anew) => outbox.replacePayload(key, payload, anew),
    async readAgain() {
      const row = await outbox.find(key);
      return row && textOfOutcome(outbox, row);
    },
  };
}

/**
 * Reseals one text.
 *
 * @returns `undefined` if the text no longer exists
 */
async function reseal(
  sealer: Sealer,
  firstId: string,
  { sealed, context, replace, readAgain }: SealedText,
): Promise<'resealed' | 'current' | { keyId: string } | undefined> {
  const keyId = keyIdOf(sealed) ?? '';
  let text: string;
  try {
    text = await sealer.open(sealed, context);
  } catch {
    return { keyId };
  }
  if (keyId === firstId) return 'current';
  if (await replace(await sealer.seal(text, context))) return 'resealed';
  // Another process has changed the text meanwhile. It may still seal with the old key.
  const changed = await readAgain();
  return changed && reseal(sealer, firstId, changed);
}
