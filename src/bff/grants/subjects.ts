import { VaultError } from '../../protocol/index.ts';
import type { Store } from '../stores/store.ts';
import { fromBase64, toBase64Url } from './base64.ts';
import { BoundedMap } from './bounded-map.ts';
import { randomId } from './hash.ts';
import type { Sealer } from './seal.ts';

/** Under which name the store keeps the key of the hashes, sealed. */
export const SUBJECT_KEY = 'subject-key';

/** What {@link SUBJECT_KEY} is sealed for. */
export const secretContext = (name: string): string => `secret:${name}`;

/** A name that is a hash begins with this. */
const PREFIX = 'hmac:';

/** Of so many subjects the name stays known. */
const MOST_KNOWN = 10_000;

/** Names users as the store keeps them. */
export interface Subjects {
  /**
   * Returns the name under which a subject is kept.
   *
   * @throws VaultError `store_unavailable`, `configuration_error` (the subject is no text, the key of the hashes does not open)
   */
  nameOf(subject: string): Promise<string>;
}

/**
 * A store may keep a number as another text than the one that it is asked for later (`42` as `42.0`), and its user would never be found again.
 *
 * @throws VaultError `configuration_error`
 */
export function assertText(subject: unknown): asserts subject is string {
  if (typeof subject === 'string') return;
  throw new VaultError(
    'configuration_error',
    `A subject must be text, and this one is of the type ${typeof subject}: name the user with String(user.id), say.`,
  );
}

/** Keeps subjects as they are. One that looks like a hash is refused, since the store may hold users by their hashes from an earlier time. */
export const plainSubjects: Subjects = {
  nameOf(subject) {
    assertText(subject);
    if (!isPlain(subject)) {
      throw new VaultError('configuration_error', `A subject may not begin with "${PREFIX}".`);
    }
    return Promise.resolve(subject);
  },
};

/**
 * Keeps of each subject its HMAC-SHA-256 alone. The key is random and lies in the store, sealed: so a subject is found under the same hash
 * whichever key seals, and a copy of the database without the key ring tells nobody who its users are, not even who tries all of them.
 *
 * What was kept in the clear before is found and renamed when its user is met.
 *
 * @throws VaultError `configuration_error` where the store cannot keep such a key
 */
export function hashedSubjects(store: Store, sealer: Sealer): Subjects {
  if (!store.keepSecret || !store.renameSubject) {
    throw new VaultError('configuration_error', 'This store cannot keep subjects as hashes.');
  }
  const names = new BoundedMap<string, string>(MOST_KNOWN);
  let key: Promise<CryptoKey> | undefined;

  async function openKey(): Promise<CryptoKey> {
    const context = secretContext(SUBJECT_KEY);
    const sealed =
      (await store.keepSecret?.(SUBJECT_KEY, undefined)) ??
      (await store.keepSecret?.(SUBJECT_KEY, await sealer.seal(randomId(), context))) ??
      '';
    const bytes = fromBase64(await sealer.open(sealed, context));
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  }

  async function hashOf(subject: string): Promise<string> {
    key ??= openKey().catch((error: unknown) => {
      // The next call tries again.
      key = undefined;
      throw error;
    });
    const bytes = await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(subject));
    return PREFIX + toBase64Url(new Uint8Array(bytes));
  }

  return {
    async nameOf(subject) {
      assertText(subject);
      const known = names.get(subject);
      if (known !== undefined) return known;
      const name = await hashOf(subject);
      // Who bears the hash of another user as a name must not become that one.
      if (!subject.startsWith(PREFIX)) await store.renameSubject?.(subject, name);
      names.set(subject, name);
      return name;
    },
  };
}

/** Whether a name is no hash. */
export const isPlain = (name: string): boolean => !name.startsWith(PREFIX);
