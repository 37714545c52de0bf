/**
 * Returns whether `origin`, the value of an `Origin` header, has the host that the request was sent to. Compares hosts without schemes, because a
 * proxy may end TLS before the sandbox.
 */
export function isOwnOrigin(origin: string, { headers, url }: Request): boolean {
  const host = headers.get('host') ?? new URL(url).host;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
