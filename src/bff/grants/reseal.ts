import { assertKnownOptions } from '../config/mistakes.ts';
import { createSealer } from './seal.ts';
import type { Sealer, SealerOptions } from './seal.ts';
import { hashedSubjects, isPlain, secretContext, SUBJECT_KEY } from './subjects.ts';
import { keyIdOf } from '../stores/session-state.ts';
import type { Grant, Grants, Secrets } from '../stores/store.ts';
import type { SealingKey } from '../config/bff-options.ts';

/** Number of grants that are read and resealed at a time. */
const PAGE_SIZE = 200;

/** Result of {@link resealAll}, or its progress so far. */
export interface ResealSummary {
  /** Grants that were sealed with an older key and are now sealed with the first one. */
  resealed: number;
  /** Grants that were already sealed with the first key. */
  current: number;
  /** Grants that cannot be opened, by key id; `''` for grants without a key id. They stay unchanged. */
  unopened: Readonly<Record<string, number>>;
  /** Ids of older keys that seal no grant any more. */
  unused: readonly string[];
}

/** Options of {@link resealAll}. */
export interface ResealOptions extends SealerOptions {
  /** `hash`: replaces plain subjects by their hashes, as described for `VaultBffOptions.subjectPrivacy`. Default: subjects stay as they are. */
  subjectPrivacy?: 'plain' | 'hash' | undefined;
  /** Called after every few hundred grants. */
  onProgress?: ((soFar: ResealSummary) => void) | undefined;
}

/**
 * Reseals with the first key all grants that older keys have sealed. It is safe while backends use the store: a pair that is refreshed meanwhile is
 * kept. Run it after every process has the new key first, because others still seal with the old key.
 *
 * @param keys the key ring; see `VaultBffOptions.keys`
 * @throws VaultError `configuration_error` if the keys are invalid, or if an option does not exist
 * @throws errors of the store
 */
export async function resealAll(
  store: Grants & Secrets,
  keys: readonly SealingKey[],
  resealOptions: ResealOptions = {},
): Promise<ResealSummary> {
  assertKnownOptions(resealOptions, { deploymentId: true, subjectPrivacy: true, onProgress: true });
  const { onProgress, subjectPrivacy = 'plain', ...options } = resealOptions;
  const sealer = createSealer(keys, options);
  const [firstId = '', ...otherIds] = keys.map(({ id }) => id);
  const unopened: Record<string, number> = {};
  const summary = { resealed: 0, current: 0, unopened, unused: otherIds };
  const subjects = subjectPrivacy === 'hash' ? hashedSubjects(store, sealer) : undefined;
  await resealSecret(store, sealer, firstId);
  for await (const page of pagesOfGrants(store)) {
    const ends = await Promise.all(page.map((grant) => reseal(store, sealer, firstId, grant)));
    for (const { subject } of page) if (isPlain(subject)) await subjects?.nameOf(subject);
    for (const end of ends) {
      if (typeof end === 'string') summary[end] += 1;
      else if (end) unopened[end.keyId] = (unopened[end.keyId] ?? 0) + 1;
    }
    summary.unused = otherIds.filter((id) => !Object.hasOwn(unopened, id));
    onProgress?.({ ...summary, unopened: { ...unopened } });
  }
  return summary;
}

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

/**
 * Reseals one grant.
 *
 * @returns `undefined` if the grant no longer exists
 */
async function reseal(
  store: Pick<Grants, 'findGrant' | 'replaceSeal'>,
  sealer: Sealer,
  firstId: string,
  grant: Grant,
): Promise<'resealed' | 'current' | { keyId: string } | undefined> {
  const keyId = keyIdOf(grant.sealed) ?? '';
  let text: string;
  try {
    text = await sealer.open(grant.sealed, grant.id);
  } catch {
    return { keyId };
  }
  if (keyId === firstId) return 'current';
  const sealed = await sealer.seal(text, grant.id);
  if (await store.replaceSeal(grant.id, grant.sealed, sealed)) return 'resealed';
  // The pair was refreshed meanwhile, perhaps by a process that still has the old key first.
  const renewed = await store.findGrant(grant.id);
  return renewed && reseal(store, sealer, firstId, renewed);
}
