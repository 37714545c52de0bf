const { BACKEND_URL = 'http://127.0.0.1:8080' } = process.env;

/** `vaultlink serve` is behind `/vault/`, on the origin of the pages. */
export default defineEventHandler((event) =>
  proxyRequest(event, BACKEND_URL + event.path, { fetchOptions: { redirect: 'manual' } }),
);
