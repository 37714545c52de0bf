import { quoted } from '../reasons.ts';
import type { EndlinkCall } from './endlink-calls.ts';

/** Says why a method is refused, as the end of a sentence. */
export function wrongMethodText(
  { method, headers }: Request,
  path: string,
  { form }: EndlinkCall,
): string {
  if (method !== 'OPTIONS') {
    return `${method} is not allowed here, so no token was spent. Send a GET with the token in the query.`;
  }
  const origin = headers.get('origin');
  const asked = `a page${origin === null ? '' : ` of ${quoted(origin)}`} asked by a preflight whether it may call.`;
  return form === 'html'
    ? `${asked} The .html form is for going there: let a script call ${path.replace('.html', '')}.`
    : `${asked} The switch cors is off: turn it on, or call without headers of your own, which needs no preflight.`;
}

/** Says what a preflight asked for, and whether the browser will send the request. */
export function preflightText({ headers }: Request): string {
  const method = headers.get('access-control-request-method') ?? 'GET';
  const names = headers.get('access-control-request-headers') ?? '';
  const asked = 'Answered the preflight of a page';
  if (method !== 'GET' && method !== 'HEAD') {
    return `${asked}: it wants to send ${quoted(method)}, so the browser will not let it. Only GET and HEAD are allowed.`;
  }
  // The wildcard does not stand for this one: https://fetch.spec.whatwg.org/#cors-non-wildcard-request-header-name
  return /\bauthorization\b/i.test(names)
    ? `${asked}: it wants to send the header Authorization, so the browser will not let it. Leave it out: the token is enough.`
    : `${asked}: it may call and read.`;
}
