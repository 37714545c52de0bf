/**
 * Returns whether `origin` certainly belongs to another site than `own`, so that the browser never sends it the Strict session cookie.
 *
 * A site is a scheme and a registrable domain, which has at least two labels. Hosts that share both may still be different sites (`a.co.uk` and
 * `b.co.uk`). This does not use the public suffix list, since browsers report the site in `Sec-Fetch-Site`.
 *
 * @see https://html.spec.whatwg.org/multipage/browsers.html#same-site
 */
export function isOfAnotherSite(origin: string, own: string): boolean {
  const one = new URL(origin);
  const other = new URL(own);
  if (one.protocol !== other.protocol) return true;
  return one.hostname !== other.hostname && suffixOf(one) !== suffixOf(other);
}

/** Returns the last two labels of a host, or the whole IP address. */
const suffixOf = ({ hostname }: URL): string =>
  /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
