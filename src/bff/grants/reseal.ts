import { createSealer, keyIdOf } from './seal.ts';
import type { Sealer, SealerOptions } from './seal.ts';
import { hashedSubjects, isPlain, secretContext, SUBJECT_KEY } from './subjects.ts';
import type { Grant, Store } from '../stores/store.ts';
import type { SealingKey } from '../config/bff-options.ts';

/** So many grants are read, and then re-sealed side by side. */
const PAGE_SIZE = 200;

/** What came of {@link resealAll}; so far, while it is under way. */
export interface ResealSummary {
  /** Grants that an older key had sealed, and the first one has now. */
  resealed: number;
  /** Grants that the first key had sealed before. */
  current: number;
  /** Grants that do not open, by the id of the key that sealed them; `''` where no key did. They stay as they are. */
  unopened: Readonly<Record<string, number>>;
  /** Ids of the keys behind the first that no grant is sealed with any more. */
  unused: readonly string[];
}

/** Settings of {@link resealAll}. */
export interface ResealOptions extends SealerOptions {
  /** `hash`: what is kept of subjects in the clear is replaced by their hash, as `VaultBffOptions.subjectPrivacy` has it. Default: they stay. */
  subjectPrivacy?: 'plain' | 'hash' | undefined;
  /** Told after every few hundred grants. Default: nobody is. */
  onProgress?: ((soFar: ResealSummary) => void) | undefined;
}

/**
 * Seals with the first key what older keys have sealed. Whoever uses the store meanwhile is not disturbed: a pair that is renewed in between
 * stays what it is. To be run when every process has the new key in front, since one that has not goes on sealing with the old key.
 *
 * @param keys the key ring; see `VaultBffOptions.keys`
 * @throws VaultError `configuration_error` where the keys are none
 * @throws what the store throws
 */
export async function resealAll(
  store: Store,
  keys: readonly SealingKey[],
  { onProgress, subjectPrivacy = 'plain', ...options }: ResealOptions = {},
): Promise<ResealSummary> {
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
 * Seals the key of the subjects' hashes anew, where there is one.
 *
 * @throws VaultError `configuration_error` where it does not open: without it no user is found
 */
async function resealSecret(store: Store, sealer: Sealer, firstId: string): Promise<void> {
  const sealed = await store.keepSecret?.(SUBJECT_KEY, undefined);
  if (sealed === undefined || keyIdOf(sealed) === firstId) return;
  const context = secretContext(SUBJECT_KEY);
  const anew = await sealer.seal(await sealer.open(sealed, context), context);
  await store.replaceSecret?.(SUBJECT_KEY, sealed, anew);
}

/** All the grants of a store, page by page. */
export async function* pagesOfGrants(
  store: Pick<Store, 'grants'>,
): AsyncGenerator<readonly Grant[]> {
  for (let lastId: string | undefined; ;) {
    const page = await store.grants(lastId, PAGE_SIZE);
    if (page.length) yield page;
    if (page.length < PAGE_SIZE) return;
    lastId = page.at(-1)?.id;
  }
}

/** @returns what came of it; `undefined`: the grant is gone */
async function reseal(
  store: Store,
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
  // Renewed in between, perhaps by a process that still has the old key in front.
  const renewed = await store.findGrant(grant.id);
  return renewed && reseal(store, sealer, firstId, renewed);
}
