/**
 * Whether a browser or something on its way only looks ahead: nobody has decided to go there, so nothing may be used up.
 *
 * @see https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header
 */
export function isLookingAhead({ method, headers }: Request): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose');
  return method === 'HEAD' || /\bprefetch\b/i.test(purpose ?? '');
}

/** What a caller would rather read. `undefined`: it does not say. */
export function preferredForm({ headers }: Request): 'page' | 'json' | undefined {
  const accept = headers.get('accept') ?? '';
  if (/\btext\/html\b/i.test(accept)) return 'page';
  return /\bapplication\/json\b/i.test(accept) ? 'json' : undefined;
}
