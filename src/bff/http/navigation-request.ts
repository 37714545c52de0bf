/** What a browser opens as a page, or within one. @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header */
const PAGES: ReadonlySet<string> = new Set(['document', 'frame', 'iframe']);

/**
 * Whether a browser or something on its way only looks ahead, or a page on this site asks for an image or with a script: nobody has decided to go
 * there, so nothing may be used up, and no flow that is under way may have to make room.
 *
 * @see https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header
 */
export function isLookingAhead({ method, headers }: Request): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose');
  const isPage = PAGES.has(headers.get('sec-fetch-dest') ?? 'document');
  return method === 'HEAD' || !isPage || /\bprefetch\b/i.test(purpose ?? '');
}

/** What a caller would rather read. `undefined`: it does not say. */
export function preferredForm({ headers }: Request): 'page' | 'json' | undefined {
  const accept = headers.get('accept') ?? '';
  if (/\btext\/html\b/i.test(accept)) return 'page';
  return /\bapplication\/json\b/i.test(accept) ? 'json' : undefined;
}
