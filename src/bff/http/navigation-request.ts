import type { RouteRequest } from './route-request.ts';
/** Destinations of navigations. @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header */
const PAGES: ReadonlySet<string> = new Set(['document', 'frame', 'iframe']);

/**
 * Returns whether a request is no deliberate navigation: a prefetch, or a request of an image or a script. Such requests must not consume a flow or
 * evict one.
 *
 * @see https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header
 */
export function isPrefetch({ method, header }: RouteRequest): boolean {
  const purpose = header('sec-purpose') ?? header('purpose');
  const isPage = PAGES.has(header('sec-fetch-dest') ?? 'document');
  return method === 'HEAD' || !isPage || /\bprefetch\b/i.test(purpose ?? '');
}

/** Returns the format that the caller prefers; `undefined` if the request does not say. */
export function preferredForm({ header }: RouteRequest): 'page' | 'json' | undefined {
  const accept = header('accept') ?? '';
  if (/\btext\/html\b/i.test(accept)) return 'page';
  return /\bapplication\/json\b/i.test(accept) ? 'json' : undefined;
}
