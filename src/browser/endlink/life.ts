/**
 * The life of one token in a browser, as pure steps: what happened goes in, what is to be written into the record comes out. Nothing here
 * touches the page, the storage, the network or a clock.
 *
 *     asked → met → left → settle → (met → left → settle …)
 *
 * A report is asked for; alone with the token, a tab meets what others know of it; a request leaves; its answer settles. Each step is
 * durable before the next one is taken, so that a page may die between any two. Four things hold wherever that happens: an outcome never
 * changes once a request has left; no two requests of one token are under way; what is confirmed is not sent again; and whatever is
 * neither confirmed nor rejected stays open, to be sent again or shown.
 *
 * @module
 */
import type { Outcome } from '../../protocol/endlink.ts';
import type { EndlinkRecord, RecordState } from './record.ts';

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

/** A report is asked for. @param outcome the one that is locked from now on; `undefined`: it is none, and the token goes on waiting */
export const asked = (record: EndlinkRecord, outcome: Outcome | undefined) =>
  ({
    outcome,
    state: outcome ? (isOpen(record) ? 'reporting' : record.state) : 'waiting',
  }) satisfies Partial<EndlinkRecord>;

/**
 * This tab is alone with the token: what another one sent stands, and so does the answer that it had.
 *
 * @param known what the tabs of this browser know of the token
 * @param state how it stood here
 */
export const met = (known: Partial<EndlinkRecord>, state: RecordState): Partial<EndlinkRecord> =>
  isOpen(known) ? { ...known, state } : known;

/** A request leaves: should the page die now, the next one knows that something may have arrived. */
export const left = ({ attempts = 0 }: EndlinkRecord) => ({
  attempts: attempts + 1,
  ambiguous: true,
  result: undefined,
});

/**
 * What an answer means for the record of its token. 408, 425 and 429 ask to try again; any other 4xx refuses.
 *
 * @param wasAmbiguous whether an earlier request may have reached the service unanswered: a refusal then most likely means that it counted
 * @see interface §4.4 rule 1, §7
 */
export function settle({ status, body, unsent }: Answer, wasAmbiguous: boolean | undefined) {
  // A pattern takes a number as it is, whatever the types say.
  const isRefusal = /^4(?!08|25|29)/.test(status as never);
  // eslint-disable-next-line @typescript-eslint/prefer-string-starts-ends-with
  const isAccepted = /^2/.test(status as never);
  const state = isAccepted ? 'confirmed' : isRefusal && !wasAmbiguous ? 'rejected' : 'unknown';
  return {
    state,
    result: state,
    status,
    body,
    // 425 and 429 say that the request was not processed. 408 may come from something in between.
    ambiguous:
      wasAmbiguous || (state === 'unknown' && !unsent && !/^4(25|29)/.test(status as never)),
    probablyRecorded: isRefusal && wasAmbiguous,
  } satisfies Partial<EndlinkRecord>;
}

/** Whether the record holds an outcome that has not come to its end. */
export const isOpen = (record: Partial<EndlinkRecord>): unknown =>
  record.outcome &&
  record.state !== 'confirmed' &&
  record.state !== 'rejected' &&
  !record.probablyRecorded;
