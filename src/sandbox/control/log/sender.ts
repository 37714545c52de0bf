/** Who sent a request: a script of a page, a browser that goes to another page, one that looks ahead, or a program. */
export type Sender = 'page' | 'navigation' | 'prefetch' | 'server';

/**
 * Tells the sender by the headers. Browsers send Fetch Metadata to addresses that they trust, loopback included; what sends none of it and does not
 * call itself a browser is a program. `sec-fetch-mode` alone proves nothing: the `fetch` of Node sends it too.
 *
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function senderOf(headers: Readonly<Record<string, string>>): Sender {
  if (/prefetch|prerender/.test(headers['sec-purpose'] ?? headers.purpose ?? '')) return 'prefetch';
  if (headers['sec-fetch-site'] !== undefined) {
    return headers['sec-fetch-mode'] === 'navigate' ? 'navigation' : 'page';
  }
  if (headers.origin !== undefined) return 'page';
  if (!headers['user-agent']?.startsWith('Mozilla/')) return 'server';
  return headers.accept?.includes('text/html') ? 'navigation' : 'page';
}
