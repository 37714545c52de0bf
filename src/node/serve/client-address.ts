import { BlockList, isIP } from 'node:net';
import { familyOf, parseNetwork } from '../http/network.ts';
import { peerAddress } from '../http/node-request.ts';

/**
 * Returns a function that finds the client's IP address of a request. It is the peer's address, unless the peer is a trusted proxy. Behind trusted
 * proxies it is the last address in `X-Forwarded-For` that is not a trusted proxy: clients can forge the entries before it.
 *
 * @param trustedProxies addresses and networks that {@link parseNetwork} reads
 */
export function createClientAddress(
  trustedProxies: readonly string[],
): (request: Request) => string | undefined {
  const isTrusted = createProxyCheck(trustedProxies);
  return (request) => {
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map(addressOfHop);
    let address = peerAddress(request);
    while (address !== undefined && isTrusted(address)) {
      const before = hops.pop() ?? '';
      if (!isIP(before)) break;
      address = before;
    }
    return address;
  };
}

/** Returns a function that tells whether an IP address is that of a trusted proxy. */
export function createProxyCheck(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const text of trustedProxies) {
    const network = parseNetwork(text);
    if (network) trusted.addSubnet(network.address, network.prefixBits, network.family);
  }
  return (address) => trusted.check(address, familyOf(isIP(address)));
}

/** Removes the port and the IPv6 zone that some proxies append: `BlockList` does not parse them. */
const addressOfHop = (hop: string): string =>
  hop
    .trim()
    .replace(/%[^\]]*/, '')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
