import { BlockList, isIP } from 'node:net';
import { familyOf, parseNetwork } from '../http/network.ts';
import { peerAddress } from '../http/node-request.ts';

/**
 * Returns a function that names the address a request comes from: the peer's, unless that is a trusted proxy. Then it is the last address in
 * `X-Forwarded-For` that is no trusted proxy's: what stands before it is what a stranger sent.
 *
 * @param trustedProxies addresses and networks that {@link parseNetwork} reads
 */
export function createClientAddress(
  trustedProxies: readonly string[],
): (request: Request) => string | undefined {
  const trusted = new BlockList();
  for (const text of trustedProxies) {
    const network = parseNetwork(text);
    if (network) trusted.addSubnet(network.address, network.prefixBits, network.family);
  }
  const isTrusted = (address: string) => trusted.check(address, familyOf(isIP(address)));

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

/** Some proxies forward the port, too, or the zone of an address, which `BlockList` does not read. */
const addressOfHop = (hop: string): string =>
  hop
    .trim()
    .replace(/%[^\]]*/, '')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
