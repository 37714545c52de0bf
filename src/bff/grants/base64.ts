/** Bytes as base64url without padding. @see RFC 4648 section 5 */
export function toBase64Url(bytes: Uint8Array): string {
  // `...bytes` takes six times as long, and each session check encodes a hash.
  return btoa(Reflect.apply(String.fromCharCode, String, bytes) as string)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Bytes from base64 or base64url, padded or not.
 *
 * @throws where `text` is neither
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
