import type { BasePath } from '../base-path.ts';
import type { Market, Seller } from '../../market/market.ts';

/**
 * Returns the seller whom a person plays in this browser: the last one they chose, or the first seller. The name of the cookie holds the port, since
 * a browser sends the cookies of a host to every port.
 */
export function playedSeller({ sellers }: Market, { headers, url }: Request): Seller | undefined {
  const cookies = (headers.get('cookie') ?? '').split('; ');
  const start = `${cookieName(url)}=`;
  const cookie = cookies.find((one) => one.startsWith(start));
  return sellers.get(decoded(cookie?.slice(start.length) ?? '')) ?? sellers.values().next().value;
}

/** Returns the value of a `Set-Cookie` that makes this browser play that seller from now on. */
export const rememberedSeller = (
  { address }: Pick<BasePath, 'address'>,
  id: string,
  url: string,
): string =>
  `${cookieName(url)}=${encodeURIComponent(id)}; Path=${address('/')}; HttpOnly; SameSite=Lax; Max-Age=31536000`;

const cookieName = (url: string) => `sandbox-seller-${new URL(url).port || 'default'}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return ''; // Not written by this page.
  }
}
