import { STATUS_OF_ERROR } from '../../protocol/index.ts';
import type { VaultError } from '../../protocol/index.ts';

/** Headers by lower-case name. */
type ReplyHeaders = Readonly<Record<string, string>>;

/** Headers of all responses: no caching, no type sniffing. */
const ALWAYS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  vary: 'Origin',
} as const;
const ALWAYS_JSON = { ...ALWAYS, 'content-type': 'application/json' } as const;
const ALWAYS_PAGE = {
  ...ALWAYS,
  'content-type': 'text/html; charset=utf-8',
  // The URL may contain a code. @see RFC 9700 section 4.2.4
  'referrer-policy': 'no-referrer',
} as const;

/**
 * Creates a JSON response.
 *
 * @param headers in addition to those of every response
 */
export const jsonReply = (status: number, body: unknown, headers?: ReplyHeaders): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: headers ? { ...ALWAYS_JSON, ...headers } : ALWAYS_JSON,
  });

/** Creates a response without content. */
export const emptyReply = (headers: ReplyHeaders = {}): Response =>
  new Response(null, { status: 204, headers: { ...ALWAYS, ...headers } });

/** Creates an HTML response. @param policy its Content Security Policy */
export const pageReply = (status: number, page: string, policy: string): Response =>
  new Response(page, { status, headers: { ...ALWAYS_PAGE, 'content-security-policy': policy } });

/** Creates a redirect. */
export const redirectReply = (status: 302 | 303, location: string): Response =>
  new Response(null, {
    status,
    headers: { ...ALWAYS, location, 'referrer-policy': 'no-referrer' },
  });

/** Appends `Set-Cookie` headers to a response. */
export function withCookies(response: Response, ...cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}

/** Sets headers of a response. */
export function withHeaders(response: Response, headers: ReplyHeaders): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Creates the JSON response for an error. */
export const errorReply = (error: VaultError, headers: ReplyHeaders = {}): Response =>
  jsonReply(STATUS_OF_ERROR[error.code], error, { ...retryAfter(error), ...headers });

/** Returns the `Retry-After` header of an error, if it has one. */
export const retryAfter = ({ retryAfterSeconds }: VaultError): ReplyHeaders =>
  retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) };
