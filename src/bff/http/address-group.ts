/** The groups of an address, from which calls are counted together. */
export interface AddressGroups {
  /** The addresses that one client can have. */
  client: string;
  /** Networks that contain the client, the narrowest first. One customer of a provider can control a whole network. */
  networks: readonly string[];
}

/**
 * Returns the groups of an address. A client has a single IPv4 address, also if written as IPv6, or the first 64 bits of an IPv6 address, because each
 * internet connection has all addresses below them. Networks are the first 24 bits of an IPv4 address, and the first 48 and 32 bits of an IPv6
 * address: a site and a provider.
 *
 * @param address text that is not an IP address is a client without networks
 * @see RFC 4291 section 2.5.5.2, RFC 6177
 */
export function addressGroupsOf(address: string): AddressGroups {
  // Remove the zone, as in "fe80::1%eth0": it names a local interface.
  const url = `http://[${address.replace(/%.*$/, '')}]`;
  const ipv6 = URL.canParse(url) ? partsOf(new URL(url).hostname.slice(1, -1)) : undefined;
  if (!ipv6) return IPV4.test(address) ? ipv4GroupsOf(address) : { client: address, networks: [] };
  if (ipv6.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4GroupsOf(ipv4Of(ipv6.slice(6)));
  const prefix = (parts: number) => `${ipv6.slice(0, parts).join(':')}::/${parts * 16}`;
  return { client: prefix(4), networks: [prefix(3), prefix(2)] };
}

const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;

const ipv4GroupsOf = (address: string): AddressGroups => ({
  client: address,
  networks: [address.replace(/\d+$/, '0/24')],
});

/** Returns the eight parts of an IPv6 address that a URL has normalized: at most one "::" stands for missing zeros. */
function partsOf(text: string): string[] {
  const [before = [], after = []] = text
    .split('::')
    .map((side) => side.split(':').filter((part) => part !== ''));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after];
}

const ipv4Of = (parts: readonly string[]): string =>
  parts
    .map((part) => parseInt(part, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
