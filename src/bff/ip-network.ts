import { asIpv6, parseIpAddress } from './ip-address.ts';

/**
 * Returns the usual text of an IP address, without its zone, and `undefined` for other text. An IPv4 address that is written as IPv6 becomes one of four
 * decimal parts.
 */
export const normalizeIpAddress = (text: string): string | undefined =>
  parseIpAddress(text)?.toString();

/** Returns whether text is a network such as `10.0.0.0/8` or `2001:db8::/32`, or a single IP address. No network has a zone. */
export const isIpNetwork = (text: string): boolean => parseNetwork(text) !== undefined;

/**
 * Returns a function that tells whether an IP address is in one of the networks. An IPv4 address and the same one written as IPv6 are in the same
 * networks. Text that is not an IP address is in none.
 *
 * @param networks those that {@link isIpNetwork} does not accept contain no address
 */
export function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  const parsed = networks.map(parseNetwork).filter((network) => network !== undefined);
  return (text) => {
    const address = parseIpAddress(text);
    if (!address) return false;
    const ipv6 = asIpv6(address);
    return parsed.some(({ first, prefixBits }) => ipv6.match(first, prefixBits));
  };
}

/** Returns an address of the network, as IPv6, and how many of its bits all addresses of the network have in common. */
function parseNetwork(text: string) {
  const [, address = '', bits] = /^([^%/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const first = parseIpAddress(address);
  const mostBits = address.includes(':') ? 128 : 32;
  const prefixBits = Number(bits ?? mostBits);
  if (!first || prefixBits > mostBits) return undefined;
  return { first: asIpv6(first), prefixBits: prefixBits + 128 - mostBits };
}
