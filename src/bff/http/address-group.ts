import { parseIpAddress } from '../ip-address.ts';

/** The groups of an address, whose requests are counted together. */
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
 * @see RFC 6177
 */
export function addressGroupsOf(address: string): AddressGroups {
  const parsed = parseIpAddress(address);
  if (!parsed) return { client: address, networks: [] };
  const client = parsed.toString();
  if ('octets' in parsed) return { client, networks: [client.replace(/\d+$/, '0/24')] };
  const parts = parsed.parts.map((part) => part.toString(16));
  const prefix = (count: number) => `${parts.slice(0, count).join(':')}::/${count * 16}`;
  return { client: prefix(4), networks: [prefix(3), prefix(2)] };
}
