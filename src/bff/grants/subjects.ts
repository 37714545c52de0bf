import { VaultError } from '../../protocol/index.ts';
import type { Grants, Secrets } from '../stores/store.ts';
import { fromBase64, toBase64Url } from '../base64.ts';
import { BoundedMap } from '../bounded-map.ts';
import { randomId } from './hash.ts';
import type { Sealer } from './seal.ts';

/** Name under which the store keeps the sealed key of the subject hashes. */
export const SUBJECT_KEY = 'subject-key';

/** Returns the context that a stored secret is sealed with. */
export const secretContext = (name: string): string => `secret:${name}`;

/** Prefix of hashed names. */
const PREFIX = 'hmac:';

/** Number of hashed names that are cached. */
const MAX_KNOWN = 10_000;

/** Converts subjects into the names under which the store keeps them. */
export interface Subjects {
  /**
   * Returns the name under which a subject is kept.
   *
   * @throws VaultError `store_unavailable`, `configuration_error` (the subject is no text that a store can keep, or the key of the hashes cannot be opened)
   */
  nameOf(subject: string): Promise<string>;
}

/** Matches what stores replace by another character, or refuse: halves of surrogate pairs, and the character 0. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/**
 * Rejects subjects that a store may convert to another text (`42` to `42.0`, half a surrogate pair to U+FFFD). It would then never find its user again,
 * or take two users for one.
 *
 * @throws VaultError `configuration_error`
 */
export function assertText(subject: unknown): asserts subject is string {
  if (typeof subject !== 'string') {
    throw new VaultError(
      'configuration_error',
      `A subject must be a string, not ${typeof subject}. Convert it, for example with String(user.id).`,
    );
  }
  if (UNSTORABLE.test(subject)) {
    throw new VaultError(
      'configuration_error',
      'A subject may not contain the character 0 or half a surrogate pair. Use an id of the user instead of the name.',
    );
  }
}

/** Keeps subjects as they are. Rejects subjects that look like hashes, since the store may contain hashed subjects from an earlier configuration. */
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
 * Keeps only the HMAC-SHA-256 of each subject. The HMAC key is random and stored sealed. So the hash does not depend on the sealing key, and a copy
 * of the database without the key ring does not reveal users, not even by trying all possible subjects.
 *
 * A subject that was stored in plain text before is renamed when its user is next seen.
 *
 * @throws VaultError `configuration_error` if the store cannot keep such a key
 */
export function hashedSubjects(
  store: Pick<Secrets, 'keepSecret'> & Pick<Grants, 'findGrantOfSubject' | 'renameSubject'>,
  sealer: Sealer,
): Subjects {
  if (!store.keepSecret || !store.renameSubject) {
    throw new VaultError('configuration_error', 'This store cannot keep subjects as hashes.');
  }
  const names = new BoundedMap<string, string>(MAX_KNOWN);
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
      // Forget the failure, so that the next call retries.
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
      // Never rename a subject that looks like a hash: it could take over the user with that hash. Look first, because only few subjects were ever kept
      // in plain text, and a write waits for others.
      if (isPlain(subject) && (await store.findGrantOfSubject(subject))) {
        await store.renameSubject?.(subject, name);
      }
      names.set(subject, name);
      return name;
    },
  };
}

/** Returns whether a name is a plain subject. */
export const isPlain = (name: string): boolean => !name.startsWith(PREFIX);
