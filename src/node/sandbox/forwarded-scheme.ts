/**
 * Returns the request with the scheme that the browser used, as a proxy that ends TLS names it in `X-Forwarded-Proto`. The sandbox takes the addresses
 * that it shows from the URL of the request, and a page with https cannot call one with http.
 *
 * Anybody may send the header, so there is no list of trusted proxies: the scheme appears only in the response to that same request, which nobody
 * caches. No page can make another person's browser send it where its answer counts, because a link or a form has no headers. What protects the
 * sandbox compares hosts and not schemes. `vaultlink serve` trusts only some proxies, because its limits count addresses.
 *
 * Of several values the first counts. Each proxy appends the scheme by which it was called, so the first is the browser's, and the last may be http
 * between two proxies.
 */
export function withForwardedScheme(request: Request): Request {
  const { url, method, headers, body, signal } = request;
  const [first = ''] = (headers.get('x-forwarded-proto') ?? '').split(',');
  const scheme = first.trim().toLowerCase();
  // No `Request` can be made with the method TRACE. @see https://fetch.spec.whatwg.org/#forbidden-method
  if ((scheme !== 'https' && scheme !== 'http') || method === 'TRACE') return request;
  const forwarded = url.replace(/^https?/, scheme);
  if (forwarded === url) return request;
  // Made from its parts: a request of the listener only looks like one.
  return new Request(forwarded, { method, headers, body, signal, duplex: 'half' });
}
