import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url } from './base64.ts';

const encoder = new TextEncoder();

/**
 * Returns the SHA-256 hash of a text as base64url. Stores keep it in place of a secret that must be recognized, such as the value of a session
 * cookie.
 *
 * Does not use Web Crypto, which is asynchronous and several times as slow for such short texts.
 */
export function hashOf(text: string): string {
  return toBase64Url(sha256(encoder.encode(text)));
}

/** Returns 32 random bytes as base64url: 43 characters that cannot be guessed. */
export function randomId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}
