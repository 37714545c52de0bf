import { STATUS_OF_ERROR } from '../../protocol/index.ts';
import type { VaultError } from '../../protocol/index.ts';

/** Headers by name, in lower case. */
type ReplyHeaders = Readonly<Record<string, string>>;

/** Nobody keeps an answer of ours, and nobody guesses what it is. */
const ALWAYS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  vary: 'Origin',
} as const;
const ALWAYS_JSON = { ...ALWAYS, 'content-type': 'application/json' } as const;
const ALWAYS_PAGE = {
  ...ALWAYS,
  'content-type': 'text/html; charset=utf-8',
  // The address may hold a code. @see RFC 9700 section 4.2.4
  'referrer-policy': 'no-referrer',
} as const;

/** @param headers default: none but those that every answer has */
export const jsonReply = (status: number, body: unknown, headers?: ReplyHeaders): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: headers ? { ...ALWAYS_JSON, ...headers } : ALWAYS_JSON,
  });

/** No content. */
export const emptyReply = (headers: ReplyHeaders = {}): Response =>
  new Response(null, { status: 204, headers: { ...ALWAYS, ...headers } });

/** A page of ours. @param policy its Content Security Policy */
export const pageReply = (status: number, page: string, policy: string): Response =>
  new Response(page, { status, headers: { ...ALWAYS_PAGE, 'content-security-policy': policy } });

/** Sends a browser elsewhere. */
export const redirectReply = (status: 302 | 303, location: string): Response =>
  new Response(null, {
    status,
    headers: { ...ALWAYS, location, 'referrer-policy': 'no-referrer' },
  });

/** The same answer, and the browser keeps `cookies`. */
export function withCookies(response: Response, ...cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}

/** The same answer with further headers. */
export function withHeaders(response: Response, headers: ReplyHeaders): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** An error as a script is told. */
export const errorReply = (error: VaultError, headers: ReplyHeaders = {}): Response =>
  jsonReply(STATUS_OF_ERROR[error.code], error, { ...retryAfter(error), ...headers });

/** When to come back, where that is known. */
export const retryAfter = ({ retryAfterSeconds }: VaultError): ReplyHeaders =>
  retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) };
