/** Which characters a token is made of: `base64url` needs no encoding in a URL, `base64` holds `+`, `/` and `=`. */
export type TokenAlphabet = 'base64url' | 'base64';

/** 256 random bits: nobody guesses it. @see interface §2.5 */
export function createToken(alphabet: TokenAlphabet): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const base64 = btoa(String.fromCharCode(...bytes));
  if (alphabet === 'base64') return base64;
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
