/**
 * Returns what stands for all addresses that one caller can have: an IPv4 address alone, also where it is written as an IPv6 address, but the
 * first 64 bits of an IPv6 address, since each connection to the internet has as many addresses as fit behind them.
 *
 * @param address text that is no IP address stands for itself
 * @see RFC 4291 section 2.5.5.2, RFC 6177
 */
export function addressGroupOf(address: string): string {
  // A zone, as in "fe80::1%eth0", says which of the own interfaces an address was seen at.
  const url = `http://[${address.replace(/%.*$/, '')}]`;
  if (!URL.canParse(url)) return address;
  const groups = groupsOf(new URL(url).hostname.slice(1, -1));
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address as a URL writes it: at most one "::" stands for all the zeros that are missing. */
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
