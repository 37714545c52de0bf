/** Alphabet of a token: `base64url` needs no encoding in a URL, `base64` holds `+`, `/` and `=`. */
export type TokenAlphabet = 'base64url' | 'base64';

/** Source of the bytes of tokens, secrets and ids. */
export interface RandomSource {
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** Returns the number of draws from a seeded source; `null` for real random bytes. */
  position(): number | null;
}

/** Random bytes of the platform, which nobody can guess. */
export const SYSTEM_RANDOM: RandomSource = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  position: () => null,
};

/**
 * Returns a source that yields the same bytes for the same seed. Anybody who knows the seed can guess them.
 *
 * @param position how often bytes were drawn before, as {@link RandomSource.position} returned it. Default: 0
 */
export function seededRandom(seed: string, position = 0): RandomSource {
  let drawn = position;
  return {
    bytes(length) {
      drawn += 1;
      // Each draw has a generator of its own, so that a restored source need not repeat the earlier draws.
      const next = generator(`${drawn}:${seed}`);
      return Uint8Array.from({ length }, () => next() & 0xff);
    },
    position: () => drawn,
  };
}

/** Creates a token of 256 random bits. @see interface §2.5 */
export function createToken(random: RandomSource, alphabet: TokenAlphabet): string {
  const base64 = btoa(String.fromCharCode(...random.bytes(32)));
  if (alphabet === 'base64') return base64;
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Creates a UUID of version 4. @see RFC 9562 section 5.4 */
export function createUuid(random: RandomSource): string {
  const bytes = random.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Creates the generator sfc32. Not for cryptography: a seed serves repeatable tests, and Web Crypto has no synchronous digest. */
function generator(seed: string): () => number {
  let [a, b, c] = [hash(seed, 0x9e37_79b9), hash(seed, 0x85eb_ca6b), hash(seed, 0xc2b2_ae35)];
  let counter = 1;
  const next = () => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  };
  for (let round = 0; round < 15; round += 1) next();
  return next;
}

/** Hashes with FNV-1a and a final mix, so that seeds that differ in one character give different generators. */
function hash(text: string, basis: number): number {
  let value = basis;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x0100_0193);
  value = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35);
  return (value ^ (value >>> 16)) | 0;
}
