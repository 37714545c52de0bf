import { toBase64Url } from './base64.ts';
import { BoundedMap } from './bounded-map.ts';

/** The same few sessions come again and again, and a digest through WebCrypto costs more than the rest of their check. */
const known = new BoundedMap<string, string>(2000);

/** Nothing that we give out is longer: what is was made up, and is not kept. */
const LONGEST_KNOWN = 100;

/** SHA-256 as base64url: what a store keeps of a secret that has to be recognized, such as the value of a session's cookie. */
export async function hashOf(text: string): Promise<string> {
  const cached = known.get(text);
  if (cached !== undefined) return cached;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hash = toBase64Url(new Uint8Array(digest));
  if (text.length <= LONGEST_KNOWN) known.set(text, hash);
  return hash;
}

/** 32 random bytes as base64url, 43 characters: nobody guesses it. */
export function randomId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}
