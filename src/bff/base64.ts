/** Encodes bytes as base64url without padding. @see RFC 4648 section 5 */
export function toBase64Url(bytes: Uint8Array): string {
  // Spread syntax takes six times as long, and each session check encodes a hash.
  return btoa(Reflect.apply(String.fromCharCode, String, bytes) as string)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Decodes base64 or base64url, with or without padding.
 *
 * @throws if `text` is neither
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
