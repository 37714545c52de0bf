/**
 * Whether a page of `origin` is certainly of another site than `own`, so that the browser never sends it the session's cookie, which is Strict.
 *
 * A site is a scheme and a registrable domain, which has two labels at least. Where two hosts share both, only the public suffix list knows
 * whether they are of one site (`a.co.uk` and `b.co.uk` are not). It is not asked: browsers say so in `Sec-Fetch-Site`.
 *
 * @see https://html.spec.whatwg.org/multipage/browsers.html#same-site
 */
export function isOfAnotherSite(origin: string, own: string): boolean {
  const one = new URL(origin);
  const other = new URL(own);
  if (one.protocol !== other.protocol) return true;
  return one.hostname !== other.hostname && suffixOf(one) !== suffixOf(other);
}

/** What every host of a site ends with. An IP address has only itself. */
const suffixOf = ({ hostname }: URL): string =>
  /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
