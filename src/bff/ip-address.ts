import ipaddr from 'ipaddr.js';

const { IPv4, IPv6 } = ipaddr;

/** A parsed IP address. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** The first 96 bits of an IPv6 address that stands for an IPv4 address. @see RFC 4291 section 2.5.5.2 */
const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

const IPV4_MAPPED = new IPv6([...MAPPED_PREFIX, 0, 0, 0, 0]);

/**
 * Parses an IP address. Ignores its zone, as in `fe80::1%eth0`, because it names a local interface. Returns an IPv4 address for one that is written as
 * IPv6, and `undefined` for other text. An IPv4 address has four decimal parts without leading zeros, which some programs read as octal.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const zoneAt = text.indexOf('%');
  const address = zoneAt < 0 ? text : text.slice(0, zoneAt);
  const tail = address.slice(address.lastIndexOf(':') + 1);
  if (tail === address) return parseIpv4(address);
  if (!tail.includes('.')) return parseIpv6(address);
  const ipv4 = parseIpv4(tail);
  // So Node writes the IPv4 addresses of a socket that listens for both versions.
  if (!ipv4 || address === `::ffff:${tail}`) return ipv4;
  // ipaddr.js parses the obsolete "::192.0.2.1" as "::ffff:192.0.2.1", which is another address.
  return parseIpv6(address === `::${tail}` ? `0${address}` : address);
}

/** Parses an IPv6 address, with an IPv4 address at its end or without. */
function parseIpv6(text: string): IpAddress | undefined {
  const ipv6 = parseOrNothing(IPv6, text);
  return ipv6?.match(IPV4_MAPPED, 96) ? new IPv4(ipv6.toByteArray().slice(12)) : ipv6;
}

/** Returns `undefined` for what ipaddr.js writes differently: it also parses "127.1", "0x7f.0.0.1" and octal parts. */
function parseIpv4(text: string): ipaddr.IPv4 | undefined {
  const ipv4 = parseOrNothing(IPv4, text);
  return ipv4?.toString() === text ? ipv4 : undefined;
}

/** Catches the error as `isValid()` does, which would parse each address twice. */
function parseOrNothing<Ip>(
  version: { parse: (text: string) => Ip },
  text: string,
): Ip | undefined {
  try {
    return version.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns an address as IPv6, in which networks of both versions can be compared. Faster than `toIPv4MappedAddress()`, which parses text. */
const asIpv6 = (address: IpAddress): ipaddr.IPv6 =>
  address instanceof IPv4 ? new IPv6([...MAPPED_PREFIX, ...address.octets]) : address;

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
