import { VaultError } from '../../protocol/index.ts';
import type { SealingKey } from '../config/bff-options.ts';
import { keyIdOf } from '../stores/session-state.ts';
import { fromBase64, toBase64Url } from '../base64.ts';
import { createCipher } from './cipher.ts';
import type { Cipher } from './cipher.ts';

/** Encrypts what a store must not be able to read. */
export interface Sealer {
  /**
   * Encrypts with the first key.
   *
   * @param context what the text belongs to, such as a grant id; the same context is needed to open it
   * @returns `{key id}.{nonce and ciphertext, base64url}`
   */
  seal(text: string, context: string): Promise<string>;
  /**
   * Decrypts with the key that sealed.
   *
   * @throws VaultError `configuration_error` if that key is missing, or if the text, the context or the deployment differs
   */
  open(sealed: string, context: string): Promise<string>;
}

/** Options of {@link createSealer}. */
export interface SealerOptions {
  /** Id of this installation: a copy of the database under another id cannot open any grant, and so cannot spend tokens. Default: `''`. */
  deploymentId?: string | undefined;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const KEY_BYTES = 32;
/** 96 bits. @see NIST SP 800-38D section 8.2 */
const NONCE_BYTES = 12;

/**
 * Creates a sealer that uses AES-256-GCM with a ring of keys: the first key seals, and each key opens what it sealed.
 *
 * To replace a key without downtime, also across processes: add the new key in second place, in every process. Then move it to the front, in every
 * process. Then run `resealAll`. Remove the old keys one hour after the last process has the new key first: authorizations in progress are sealed
 * too, and expire by then.
 *
 * @throws VaultError `configuration_error` if there is no key, if an id is duplicate or has characters other than letters, digits, `_` and `-`, or if
 *   a key is not 32 bytes in base64
 */
export function createSealer(
  keys: readonly SealingKey[],
  { deploymentId = '' }: SealerOptions = {},
): Sealer {
  const ring = new Map<string, Cipher>();
  for (const { id, key } of keys) {
    if (!id || !/^[\w-]+$/.test(id))
      throw misconfigured(
        'A key has no valid id. Write each key as { id: "k1", key: "…" }, or as k1:… in VAULTLINK_KEYS. An id has only letters, digits, "_" and "-".',
      );
    if (ring.has(id)) throw misconfigured(`Two keys have the id "${id}".`);
    ring.set(id, createCipher(bytesOf(id, key)));
  }
  const [first] = ring;
  if (!first) throw misconfigured('There is no key to seal with.');
  const [firstId, firstCipher] = first;

  /** Encoded as JSON, so that different pairs of deployment and context never collide. */
  const additionalData = (context: string) =>
    encoder.encode(JSON.stringify([deploymentId, context]));

  return {
    async seal(text, context) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const data = additionalData(context);
      const encrypted = await firstCipher.encrypt(encoder.encode(text), nonce, data);
      const bytes = new Uint8Array(NONCE_BYTES + encrypted.length);
      bytes.set(nonce);
      bytes.set(encrypted, NONCE_BYTES);
      return `${firstId}.${toBase64Url(bytes)}`;
    },

    async open(sealed, context) {
      const id = keyIdOf(sealed) ?? '';
      const encoded = sealed.slice(id.length + 1);
      const cipher = ring.get(id);
      if (!cipher) throw unknownKey();
      try {
        const bytes = fromBase64(encoded);
        const nonce = bytes.slice(0, NONCE_BYTES);
        const sealedText = bytes.slice(NONCE_BYTES);
        return decoder.decode(await cipher.decrypt(sealedText, nonce, additionalData(context)));
      } catch {
        throw misconfigured(
          `Data sealed with key "${id}" cannot be opened: the key, the deployment id or the data has changed.`,
        );
      }
    },
  };
}

function bytesOf(id: string, key: string): Uint8Array<ArrayBuffer> {
  if (!key) throw misconfigured(`The key "${id}" is missing.`);
  if (typeof key === 'string' && /^[\w-]+:/.test(key)) {
    throw misconfigured(
      `The key "${id}" must be ${KEY_BYTES} bytes in base64 without an id. Remove the prefix with ":", which belongs to VAULTLINK_KEYS.`,
    );
  }
  try {
    const bytes = fromBase64(key);
    if (bytes.length === KEY_BYTES) return bytes;
  } catch {
    // Reported below, without quoting the key.
  }
  throw misconfigured(`The key "${id}" is not ${KEY_BYTES} bytes in base64.`);
}

/** Creates the error for a text whose key is not in the ring. */
export const unknownKey = (): VaultError =>
  misconfigured('A grant is sealed with a key that is not in the ring.');

const misconfigured = (sentence: string) => new VaultError('configuration_error', sentence);
