import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url } from '../base64.ts';

const encoder = new TextEncoder();

type HashText = (text: string) => string;

/** Returns the hash of Node, which costs less than half; `undefined` on platforms without it. */
function findNodeHash(): HashText | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  const crypto = process?.getBuiltinModule?.('node:crypto') as
    { hash?: (algorithm: string, data: string, encoding: string) => string } | undefined;
  const { hash } = crypto ?? {};
  return hash && ((text) => hash('sha256', text, 'base64url'));
}

/** Hashes in script, for platforms without the hash of Node. */
export const hashInScript: HashText = (text) => toBase64Url(sha256(encoder.encode(text)));

/**
 * Returns the SHA-256 hash of a text as base64url. Stores keep it in place of a secret that must be recognized, such as the value of a session
 * cookie.
 *
 * Does not use Web Crypto, which is asynchronous and several times as slow for such short texts.
 */
export const hashOf: HashText = findNodeHash() ?? hashInScript;

/** Returns 32 random bytes as base64url: 43 characters that cannot be guessed. */
export function randomId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}
