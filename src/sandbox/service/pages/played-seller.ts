import type { BasePath } from '../base-path.ts';
import type { Market, Seller } from '../../market/market.ts';

/**
 * Returns the seller whom a person plays in this browser: the one whom they chose last, or the first. A browser sends a host's cookies to every
 * port, so the port is a part of the name.
 */
export function playedSeller({ sellers }: Market, { headers, url }: Request): Seller | undefined {
  const cookies = (headers.get('cookie') ?? '').split('; ');
  const start = `${cookieName(url)}=`;
  const cookie = cookies.find((one) => one.startsWith(start));
  return sellers.get(decoded(cookie?.slice(start.length) ?? '')) ?? [...sellers.values()][0];
}

/** Value of a `Set-Cookie` by which this browser goes on to play that seller. */
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
