const { BACKEND_URL = 'http://127.0.0.1:8080' } = process.env;

/** `vaultlink serve` is behind `/vault/`, on the origin of the pages. */
export function fallback({ request, url }: { request: Request; url: URL }) {
  const address = BACKEND_URL + url.pathname + url.search;
  return fetch(new Request(address, request), { redirect: 'manual' });
}
