/** Whatever asks for more is taken as a day: nothing here waits as long. */
const LONGEST_SECONDS = 86_400;

/**
 * For how long an answer asks to wait, in seconds, from 0 to a day: `Retry-After` as seconds or as a date, which is compared with the `Date` of
 * the same answer, so that only one clock counts.
 *
 * @param nowMs where the answer has no `Date`; real time in milliseconds since 1970
 * @returns `undefined` where it does not say, or not so that it can be read
 * @see RFC 9110 section 10.2.3
 */
export function retryAfterSecondsOf(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : (instantOf(value) - (instantOf(headers.get('date') ?? '') || nowMs)) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  return Math.ceil(Math.min(Math.max(seconds, 0), LONGEST_SECONDS));
}

/** Of the forms of a date only the one that servers send, `Sun, 06 Nov 1994 08:49:37 GMT`: `Date.parse` would read a year into almost anything. */
const instantOf = (text: string): number => (text.endsWith(' GMT') ? Date.parse(text) : NaN);
