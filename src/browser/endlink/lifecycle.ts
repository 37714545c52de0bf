/**
 * The life of one token in a browser, as pure steps: what happened goes in, the record that is to be written comes out. Nothing here touches
 * the page, the storage, the network or a clock. `attempt.ts` takes the steps in this order:
 *
 *     requestOutcome → mergeMark → markAttempt → settleReport → (mergeMark → markAttempt → settleReport …)
 *
 * Each record is written before the next step, so that a page may die between any two. Four things hold wherever that happens: an outcome
 * never changes once a request has left; no two requests of one token are in flight; what is confirmed is not sent again; and what is
 * neither confirmed nor rejected stays open, to be sent again or shown.
 *
 * A page that a browser has stopped may keep the lock of its token. A tab that waits for it gives up after a while: then, of one outcome, at
 * most one more request is in flight for each lock that was given up, and the second lock allows one such tab at a time.
 *
 * @module
 */
import type { Outcome } from '../../protocol/endlink.ts';
import type { Via } from './options.ts';
import type { EndlinkRecord, OpenRecord, Report, SettledRecord, WaitingRecord } from './record.ts';

/** Answer to one request, or the lack of one. */
export interface Answer {
  /** HTTP status. 0: no readable answer (network error, CORS, timeout, redirect). */
  status: number;
  body?: string | undefined;
  /** The header of that name: seconds, or a date. */
  retryAfter?: string | null | undefined;
  /** The service answered with a redirect, which is not followed. */
  isRedirect?: boolean | undefined;
  /** The request did not leave. */
  isUnsent?: boolean | undefined;
  /** The buyer's server has taken the outcome over and delivers it. */
  isAccepted?: boolean | undefined;
}

/** Report of a token and its state, as all tabs of this browser know them. */
export type Mark = Report & Pick<OpenRecord | SettledRecord, 'state'>;

/** Locks the outcome, unless one is locked. A report that was given up with a refusal after an ambiguous attempt stays so. */
export function requestOutcome(
  record: EndlinkRecord,
  outcome: Outcome,
  via: Via | undefined,
): OpenRecord | SettledRecord {
  if (isWaiting(record)) {
    // eslint-disable-next-line @typescript-eslint/no-unused-vars
    const { isExpiring, ...captured } = record;
    return { ...captured, outcome, via, attempts: 0, ambiguous: false, state: 'reporting' };
  }
  return isOpen(record) ? { ...record, via: via ?? record.via, state: 'reporting' } : record;
}

/**
 * Joins what other tabs know of the token. Whatever they sent, this tab could have sent: their outcome stands, and so does their answer,
 * unless this tab's report is confirmed.
 *
 * @param mark `undefined`: no tab has sent anything yet
 */
export function mergeMark(
  record: OpenRecord | SettledRecord,
  mark: Mark | undefined,
): OpenRecord | SettledRecord;
export function mergeMark(record: EndlinkRecord, mark: Mark | undefined): EndlinkRecord;
export function mergeMark(record: EndlinkRecord, mark: Mark | undefined): EndlinkRecord {
  // A tab that crashed before it wrote the mark knows more than the mark does.
  if (!mark || record.state === 'confirmed') return record;
  if (isWaiting(record) || !isOpenReport(mark)) return { ...record, ...mark };
  if (!isOpen(record)) return record;
  return {
    ...record,
    outcome: mark.outcome,
    attempts: Math.max(record.attempts, mark.attempts),
    ambiguous: record.ambiguous || mark.ambiguous,
  };
}

/** A request leaves: if the page dies now, the next one knows that something may have arrived. */
export function markAttempt(record: OpenRecord): OpenRecord {
  return { ...record, attempts: record.attempts + 1, ambiguous: true, result: undefined };
}

/**
 * Returns what an answer means. 408, 425 and 429 ask to try again; any other 4xx refuses.
 *
 * @param record as it was before this attempt was marked: a refusal after an ambiguous attempt most likely means that the service counted that one
 * @see interface §4.4 rule 1, §7
 */
export function settleReport(record: OpenRecord, answer: Answer): OpenRecord | SettledRecord {
  const { status, body, isUnsent, isAccepted } = answer;
  const isConfirmed = status >= 200 && status < 300;
  const isRefusal = status >= 400 && status < 500 && ![408, 425, 429].includes(status);
  const state = isAccepted
    ? 'accepted'
    : isConfirmed
      ? 'confirmed'
      : isRefusal && !record.ambiguous
        ? 'rejected'
        : 'unknown';
  // 425 and 429 say that the request was not processed. 408 may come from something in between.
  const isUnprocessed = isUnsent || status === 425 || status === 429;
  return {
    ...record,
    attempts: record.attempts + 1,
    state,
    result: state,
    status,
    body,
    ambiguous: record.ambiguous || (state === 'unknown' && !isUnprocessed),
    probablyRecorded: isRefusal && record.ambiguous,
    misconfigured: false,
  };
}

const isOpenReport = ({ state, probablyRecorded }: Mark | OpenRecord | SettledRecord) =>
  (state === 'reporting' || state === 'unknown') && !probablyRecorded;

/** Returns whether the record has no outcome yet. */
export const isWaiting = (record: EndlinkRecord): record is WaitingRecord => !record.outcome;

/** Returns whether the record holds an outcome that is still to be sent. */
export const isOpen = (record: EndlinkRecord | undefined): record is OpenRecord =>
  record !== undefined && !isWaiting(record) && isOpenReport(record);

/** Longest pause before another attempt, in milliseconds, unless the service asks for more. */
const LONGEST_RETRY_MS = 450_000;

/** Longest pause that a service may ask for, in milliseconds. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

/**
 * Milliseconds until the next attempt: what the service asked for, up to an hour; else twice as long each time, up to a quarter of an hour,
 * half of it random, so that many sellers do not come back at once.
 *
 * @param attempt how many attempts this page has made, from 1
 * @param retryAfter the header of that name; nonsense and the past say nothing
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryDelayMs(
  attempt: number,
  retryAfter: string | null | undefined,
  nowMs: number,
): number {
  const askedMs = Number(retryAfter) * 1000 || Date.parse(retryAfter ?? '') - nowMs;
  if (askedMs > 0 && askedMs <= LONGEST_RETRY_AFTER_MS) return askedMs;
  return Math.min(2 ** attempt * 500, LONGEST_RETRY_MS) * (Math.random() + 1);
}
