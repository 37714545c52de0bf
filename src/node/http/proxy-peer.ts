import { createNetworkCheck } from '../../bff/operating.ts';

/** Returns whether an address belongs to a private network: no request from the internet has such an address. @see RFC 6890 */
export const isInOwnNetwork = createNetworkCheck([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
]);

/** Headers that proxies add and browsers do not. */
const HEADERS_OF_PROXIES = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
] as const;

/**
 * Returns whether the peer of a connection is a proxy: it is in a private network and has forwarded the request. Its address would count all users as
 * one. Proxies in other networks cannot be recognized.
 *
 * @param hasHeader whether the request has a header with this name, in lower case
 */
export const isProxy = (peer: string, hasHeader: (name: string) => boolean): boolean =>
  HEADERS_OF_PROXIES.some(hasHeader) && isInOwnNetwork(peer);
