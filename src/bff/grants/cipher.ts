import type { Awaitable } from '../stores/outbox.ts';

/** Bytes whose buffer is not shared. Web Crypto accepts no others. */
type Bytes = Uint8Array<ArrayBuffer>;

/** AES-256-GCM with one key. @see NIST SP 800-38D */
export interface Cipher {
  /** @returns the ciphertext, followed by the tag of 16 bytes */
  encrypt(text: Bytes, nonce: Bytes, additionalData: Bytes): Awaitable<Uint8Array>;
  /** @throws if the tag does not belong to the ciphertext, the nonce, the additional data and the key */
  decrypt(sealed: Bytes, nonce: Bytes, additionalData: Bytes): Awaitable<Uint8Array>;
}

type CreateCipher = (key: Bytes) => Cipher;

const TAG_BYTES = 16;

/** The functions of `node:crypto` that are used here. */
interface NodeCipher {
  setAAD(data: Uint8Array): unknown;
  update(data: Uint8Array): Uint8Array;
  final(): Uint8Array;
  getAuthTag(): Uint8Array;
  setAuthTag(tag: Uint8Array): unknown;
}
type CreateNodeCipher = (
  algorithm: string,
  key: unknown,
  nonce: Uint8Array,
  options: { authTagLength: number },
) => NodeCipher;

/**
 * Returns a function that creates ciphers of Node; `undefined` on platforms without `node:crypto`. Web Crypto is ten times slower for a short text,
 * because it encrypts in another thread: see `test/bench/seal.ts`.
 */
function findNodeCiphers(): CreateCipher | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  const crypto = process?.getBuiltinModule?.('node:crypto') as
    | {
        createCipheriv?: CreateNodeCipher;
        createDecipheriv?: CreateNodeCipher;
        createSecretKey?: (key: Uint8Array) => unknown;
      }
    | undefined;
  const { createCipheriv, createDecipheriv, createSecretKey } = crypto ?? {};
  if (!createCipheriv || !createDecipheriv || !createSecretKey) return undefined;
  const start = (create: CreateNodeCipher, key: unknown, nonce: Bytes, additionalData: Bytes) => {
    const cipher = create('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(additionalData);
    return cipher;
  };
  return (bytes) => {
    const key = createSecretKey(bytes);
    return {
      encrypt(text, nonce, additionalData) {
        const cipher = start(createCipheriv, key, nonce, additionalData);
        return joined(cipher.update(text), cipher.final(), cipher.getAuthTag());
      },
      decrypt(sealed, nonce, additionalData) {
        const cipher = start(createDecipheriv, key, nonce, additionalData);
        cipher.setAuthTag(sealed.subarray(-TAG_BYTES));
        return joined(cipher.update(sealed.subarray(0, -TAG_BYTES)), cipher.final());
      },
    };
  };
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** Creates a cipher of Web Crypto, which every platform has. */
export const createWebCipher: CreateCipher = (bytes) => {
  const { subtle } = crypto;
  const imported = subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const algorithm = (iv: Bytes, additionalData: Bytes) => ({ name: 'AES-GCM', iv, additionalData });
  return {
    encrypt: async (text, nonce, additionalData) =>
      new Uint8Array(await subtle.encrypt(algorithm(nonce, additionalData), await imported, text)),
    decrypt: async (sealed, nonce, additionalData) =>
      new Uint8Array(
        await subtle.decrypt(algorithm(nonce, additionalData), await imported, sealed),
      ),
  };
};

/** Creates a cipher. @param key 32 bytes */
export const createCipher: CreateCipher = findNodeCiphers() ?? createWebCipher;
