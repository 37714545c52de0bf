import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url } from './base64.ts';

const encoder = new TextEncoder();

/**
 * SHA-256 as base64url: what a store keeps of a secret that has to be recognized, such as the value of a session's cookie.
 *
 * Not by Web Crypto: its digest costs several times as much for a text as short as these, and has to be awaited.
 */
export function hashOf(text: string): string {
  return toBase64Url(sha256(encoder.encode(text)));
}

/** 32 random bytes as base64url, 43 characters: nobody guesses it. */
export function randomId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}
