import type { TransportResponse } from './service-transport.ts';

/** Maximum pause that a response can cause. */
export const MAX_PAUSE_SECONDS = 300;

/** Longer waits count as one day. The backend never waits as long. */
const MAX_WAIT_SECONDS = 86_400;

/**
 * Returns the wait that a response asks for, in seconds, from 0 to a day. A `Retry-After` date is compared with the `Date` of the same response, so
 * that the two clocks need not agree.
 *
 * @param nowMs used if the response has no `Date`; real time in milliseconds since 1970
 * @returns `undefined` if the header is missing or invalid
 * @see RFC 9110 section 10.2.3
 */
export function retryAfterSecondsOf(
  headers: TransportResponse['headers'],
  nowMs: number,
): number | undefined {
  const value = textOf(headers['retry-after']).trim();
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : (instantOf(value) - (instantOf(textOf(headers.date)) || nowMs)) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  return Math.ceil(Math.min(Math.max(seconds, 0), MAX_WAIT_SECONDS));
}

/** Returns the value of a header; an empty text if it is missing or was sent several times. */
const textOf = (value: TransportResponse['headers'][string]): string =>
  typeof value === 'string' ? value : '';

/** Parses only the date format that servers send, `Sun, 06 Nov 1994 08:49:37 GMT`. `Date.parse` alone accepts almost any text. */
const instantOf = (text: string): number => (text.endsWith(' GMT') ? Date.parse(text) : NaN);
