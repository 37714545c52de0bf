import type { EndlinkRecord } from './record.ts';

/** What came back for one request. */
export interface Answer {
  /** HTTP status. 0: no readable answer (network error, CORS, timeout). */
  status: number;
  body?: string;
  /** The header of that name: seconds, or a date. */
  retryAfter?: string | null;
  /** The request did not leave. */
  unsent?: boolean;
}

/** Whether the record holds an outcome that has not come to its end. */
export const isOpen = (record: Partial<EndlinkRecord>): unknown =>
  record.outcome && !record.probablyRecorded && !/confirmed|rejected/.test(record.state!);

/**
 * What an answer means for the record of its token. 408, 425 and 429 ask to try again; any other 4xx refuses.
 *
 * @param wasAmbiguous whether an earlier request may have reached the service unanswered: a refusal then most likely means that it counted
 * @see interface §4.4 rule 1, §7
 */
export function settle({ status, body, unsent }: Answer, wasAmbiguous: boolean | undefined) {
  const isRefusal = /^4(?!08|25|29)/.test(`${status}`);
  const state =
    status > 199 && status < 300
      ? 'confirmed'
      : isRefusal && !wasAmbiguous
        ? 'rejected'
        : 'unknown';
  return {
    state,
    result: state,
    status,
    body,
    // 425 and 429 say that the request was not processed. 408 may come from something in between.
    ambiguous: wasAmbiguous || (state === 'unknown' && !unsent && status !== 425 && status !== 429),
    probablyRecorded: isRefusal && wasAmbiguous,
  } satisfies Partial<EndlinkRecord>;
}

/**
 * How long to wait before the next attempt: what the service asked for, up to an hour; else twice as long each time, up to a minute, half
 * of it random, so that many sellers do not come back at once.
 *
 * @param attempt how many attempts there were, from 1
 * @param retryAfter the header of that name; nonsense and the past say nothing
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryDelayMs(attempt: number, retryAfter: string | null | undefined): number {
  const askedMs = +retryAfter! * 1000 || Date.parse(retryAfter!) - Date.now();
  return askedMs > 0 && askedMs <= 3_600_000
    ? askedMs
    : Math.min(2 ** attempt, 60) * (500 + Math.random() * 500);
}
