import { isIP } from 'node:net';

/** Addresses that begin alike. */
interface Network {
  address: string;
  prefixBits: number;
  family: 'ipv4' | 'ipv6';
}

/** Returns the network that text such as `10.0.0.0/8`, or an address alone, stands for; `undefined`: none. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  const mostBits = version === 4 ? 32 : 128;
  const prefixBits = Number(bits ?? mostBits);
  if (!version || prefixBits > mostBits) return undefined;
  return { address, prefixBits, family: familyOf(version) };
}

/** Returns what `node:net` calls the version of an IP address. @param version 4 or 6 */
export const familyOf = (version: number): Network['family'] => (version === 4 ? 'ipv4' : 'ipv6');
