import type { IncomingMessage } from 'node:http';
import { createNetworkCheck, normalizeIpAddress } from '../../bff/operating.ts';
import { clientPeerOf, peerAddressOf } from '../http/node-request.ts';
import { isInOwnNetwork } from '../http/proxy-peer.ts';
import type { ServeSettings } from '../config/environment.ts';

type ProxySettings = Pick<ServeSettings, 'bff' | 'trustedProxies'>;

/**
 * Returns a function that finds the client's IP address of a request. It is the peer's address, unless the peer is a trusted proxy. Behind trusted
 * proxies it is the last address in `X-Forwarded-For` that is not a trusted proxy: clients can forge the entries before it.
 *
 * Never returns the address of a proxy, which all users share: `undefined` if the trusted proxies name no client, or if the peer is a proxy that is
 * not trusted.
 *
 * @param settings `trustedProxies` are addresses and networks that `isIpNetwork` accepts
 */
export function createClientAddress(
  settings: ProxySettings,
): (incoming: IncomingMessage) => string | undefined {
  const isTrusted = createNetworkCheck(settings.trustedProxies);
  return (incoming) => {
    let address = peerAddressOf(incoming);
    if (address === undefined) return undefined;
    if (!isTrusted(address)) {
      return isProxyUnnamed(settings) && isInOwnNetwork(address)
        ? undefined
        : clientPeerOf(incoming);
    }
    const hops = String(incoming.headers['x-forwarded-for'] ?? '').split(',');
    while (address !== undefined && isTrusted(address)) address = addressOfHop(hops.pop() ?? '');
    return address;
  };
}

/** Returns whether there is a proxy, because this server speaks no https, but no variable names it. */
const isProxyUnnamed = ({ bff, trustedProxies }: ProxySettings): boolean =>
  !trustedProxies.length && bff.origin.startsWith('https:');

/** Returns a warning if the addresses of clients are unknown because the proxy is not named. */
export const warningsOfProxies = (settings: ProxySettings): string[] =>
  isProxyUnnamed(settings)
    ? [
        'VAULTLINK_TRUSTED_PROXIES is not set, so the addresses of clients behind the proxy are unknown: one client can use up the requests of all. Set it to the addresses of your proxy.',
      ]
    : [];

/** Returns the address of a hop without the port and the IPv6 zone that some proxies append; `undefined` for other text. */
const addressOfHop = (hop: string): string | undefined =>
  normalizeIpAddress(
    hop
      .trim()
      .replace(/^\[(.*)\](:\d+)?$/, '$1')
      .replace(/^([\d.]+):\d+$/, '$1'),
  );
