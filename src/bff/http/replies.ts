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

/** A response of a route. */
export interface RouteResponse {
  readonly status: number;
  /** By name in lower case, without cookies. */
  readonly headers: ReplyHeaders;
  /** Values of `Set-Cookie`, each a header of its own. */
  readonly cookies: readonly string[];
  /** `null`: the response has no content. */
  readonly body: string | null;
}

const NO_COOKIES: readonly string[] = [];

/**
 * Creates a JSON response.
 *
 * @param headers in addition to those of every response
 */
export const jsonReply = (
  status: number,
  body: unknown,
  headers?: ReplyHeaders,
): RouteResponse => ({
  status,
  headers: headers ? { ...ALWAYS_JSON, ...headers } : ALWAYS_JSON,
  cookies: NO_COOKIES,
  body: JSON.stringify(body),
});

/** Creates a response without content. */
export const emptyReply = (headers: ReplyHeaders = {}): RouteResponse => ({
  status: 204,
  headers: { ...ALWAYS, ...headers },
  cookies: NO_COOKIES,
  body: null,
});

/** Creates an HTML response. @param policy its Content Security Policy */
export const pageReply = (status: number, page: string, policy: string): RouteResponse => ({
  status,
  headers: { ...ALWAYS_PAGE, 'content-security-policy': policy },
  cookies: NO_COOKIES,
  body: page,
});

/** Creates a redirect. */
export const redirectReply = (status: 302 | 303, location: string): RouteResponse => ({
  status,
  headers: { ...ALWAYS, location, 'referrer-policy': 'no-referrer' },
  cookies: NO_COOKIES,
  body: null,
});

/** Returns a response with further cookies. @param cookies values of `Set-Cookie` */
export const withCookies = (
  response: RouteResponse,
  ...cookies: readonly string[]
): RouteResponse => ({ ...response, cookies: [...response.cookies, ...cookies] });

/** Returns a response with further headers. */
export const withHeaders = (response: RouteResponse, headers: ReplyHeaders): RouteResponse => ({
  ...response,
  headers: { ...response.headers, ...headers },
});

/** Creates the JSON response for an error. */
export const errorReply = (error: VaultError, headers: ReplyHeaders = {}): RouteResponse =>
  jsonReply(STATUS_OF_ERROR[error.code], error, { ...retryAfter(error), ...headers });

/** Returns the `Retry-After` header of an error, if it has one. */
export const retryAfter = ({ retryAfterSeconds }: VaultError): ReplyHeaders =>
  retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) };
