import { isIP } from 'node:net';

/** A range of IP addresses with a common prefix. */
interface Network {
  address: string;
  prefixBits: number;
  family: 'ipv4' | 'ipv6';
}

/** Parses a network such as `10.0.0.0/8`, or a single address. Returns `undefined` for other text. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  const mostBits = version === 4 ? 32 : 128;
  const prefixBits = Number(bits ?? mostBits);
  if (!version || prefixBits > mostBits) return undefined;
  return { address, prefixBits, family: familyOf(version) };
}

/** Returns the name that `node:net` uses for an IP version. @param version 4 or 6 */
export const familyOf = (version: number): Network['family'] => (version === 4 ? 'ipv4' : 'ipv6');
