import { VaultError } from '../../protocol/index.ts';
import type { SealingKey } from '../config/bff-options.ts';
import { fromBase64, toBase64Url } from './base64.ts';

/** Seals what a store must not be able to read. */
export interface Sealer {
  /**
   * Seals with the first key.
   *
   * @param context what it belongs to, such as the id of its grant: it opens with the same one only
   * @returns `{key id}.{nonce and ciphertext, base64url}`
   */
  seal(text: string, context: string): Promise<string>;
  /**
   * Opens with the key that sealed.
   *
   * @throws VaultError `configuration_error` where that key is not in the ring, or where text, context or deployment are others
   */
  open(sealed: string, context: string): Promise<string>;
}

/** Settings of a {@link Sealer}. */
export interface SealerOptions {
  /** Which installation this is: a copy of the database that runs elsewhere under another id opens nothing, and spends no token. Default: `''`. */
  deploymentId?: string | undefined;
}

const KEY_BYTES = 32;
/** 96 bits. @see NIST SP 800-38D section 8.2 */
const NONCE_BYTES = 12;

/**
 * AES-256-GCM with a ring of keys: the first seals, each opens what it sealed.
 *
 * A key is replaced without a pause, where several processes share a store, too: the new one first comes second, in every process; then it
 * goes in front, in every process; then `resealAll` replaces what older keys have sealed, and they may leave, an hour after the last process
 * has the new key in front: authorizations under way are sealed as well, and none is kept for longer.
 *
 * @throws VaultError `configuration_error` where there is no key, an id is used twice or is not letters, digits, `_` and `-`, or a key is not 32
 *   bytes in base64
 */
export function createSealer(
  keys: readonly SealingKey[],
  { deploymentId = '' }: SealerOptions = {},
): Sealer {
  const ring = new Map<string, Promise<CryptoKey>>();
  for (const { id, key } of keys) {
    if (!/^[\w-]+$/.test(id))
      throw misconfigured('The id of a key is letters, digits, "_" and "-".');
    if (ring.has(id)) throw misconfigured(`Two keys have the id "${id}".`);
    ring.set(
      id,
      crypto.subtle.importKey('raw', bytesOf(id, key), 'AES-GCM', false, ['encrypt', 'decrypt']),
    );
  }
  const [first] = ring;
  if (!first) throw misconfigured('There is no key to seal with.');
  const [firstId, firstKey] = first;

  /** As JSON, so that no two pairs of deployment and context look the same. */
  const algorithm = (nonce: Uint8Array<ArrayBuffer>, context: string) => ({
    name: 'AES-GCM',
    iv: nonce,
    additionalData: new TextEncoder().encode(JSON.stringify([deploymentId, context])),
  });

  return {
    async seal(text, context) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const encrypted = await crypto.subtle.encrypt(
        algorithm(nonce, context),
        await firstKey,
        new TextEncoder().encode(text),
      );
      const bytes = new Uint8Array(NONCE_BYTES + encrypted.byteLength);
      bytes.set(nonce);
      bytes.set(new Uint8Array(encrypted), NONCE_BYTES);
      return `${firstId}.${toBase64Url(bytes)}`;
    },

    async open(sealed, context) {
      const id = keyIdOf(sealed) ?? '';
      const encoded = sealed.slice(id.length + 1);
      const key = ring.get(id);
      if (!key) throw misconfigured('A grant is sealed with a key that is not in the ring.');
      try {
        const bytes = fromBase64(encoded);
        const nonce = bytes.slice(0, NONCE_BYTES);
        const text = await crypto.subtle.decrypt(
          algorithm(nonce, context),
          await key,
          bytes.slice(NONCE_BYTES),
        );
        return new TextDecoder().decode(text);
      } catch {
        throw misconfigured(
          `What key "${id}" sealed does not open: the key, the deployment or the data is another one.`,
        );
      }
    },
  };
}

/** The id of the key that sealed; `undefined`: no key did. */
export const keyIdOf = (sealed: string): string | undefined => /^([\w-]+)\./.exec(sealed)?.[1];

function bytesOf(id: string, key: string): Uint8Array<ArrayBuffer> {
  if (!key) throw misconfigured(`The key "${id}" is missing.`);
  if (typeof key === 'string' && /^[\w-]+:/.test(key)) {
    throw misconfigured(
      `The key "${id}" is ${KEY_BYTES} bytes in base64 alone: leave out the prefix with ":", which belongs to VAULTLINK_KEYS.`,
    );
  }
  try {
    const bytes = fromBase64(key);
    if (bytes.length === KEY_BYTES) return bytes;
  } catch {
    // Said below, without the key.
  }
  throw misconfigured(`The key "${id}" is not ${KEY_BYTES} bytes in base64.`);
}

const misconfigured = (sentence: string) => new VaultError('configuration_error', sentence);
