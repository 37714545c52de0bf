import { base64url } from 'jose';

/** Whether `text` can be a code verifier. @see RFC 7636 section 4.1 */
export const isVerifier = (text: string): boolean => /^[\w.~-]{43,128}$/.test(text);

/** The S256 challenge of a verifier. @see RFC 7636 section 4.2 */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url.encode(new Uint8Array(digest));
}
