/**
 * Returns the group of addresses that one client can have: a single IPv4 address, also if written as IPv6, or the first 64 bits of an IPv6 address,
 * because each internet connection has all addresses below them.
 *
 * @param address text that is not an IP address is returned unchanged
 * @see RFC 4291 section 2.5.5.2, RFC 6177
 */
export function addressGroupOf(address: string): string {
  // Remove the zone, as in "fe80::1%eth0": it names a local interface.
  const url = `http://[${address.replace(/%.*$/, '')}]`;
  if (!URL.canParse(url)) return address;
  const groups = groupsOf(new URL(url).hostname.slice(1, -1));
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address that a URL has normalized: at most one "::" stands for missing zeros. */
function groupsOf(text: string): string[] {
  const [before = [], after = []] = text
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after];
}

const ipv4Of = (groups: readonly string[]): string =>
  groups
    .map((group) => parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
