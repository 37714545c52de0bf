/**
 * The life of one token in a browser, as pure functions: each takes the record and what happened, and returns the record to write. Nothing here touches
 * the page, the storage, the network or a clock. `report.ts` calls `requestOutcome`, and `attempt.ts` the others, in this order:
 *
 *     requestOutcome → mergeMark → markAttempt → settleReport → (mergeMark → markAttempt → settleReport …)
 *
 * Each record is written before the next step. If the page dies between any two steps, four rules still hold:
 *
 * - An outcome never changes once a request has left.
 * - No two requests of one token are in flight.
 * - A confirmed outcome is not sent again. One that the buyer's server has accepted is sent nowhere else: pages ask that server for the result.
 * - An outcome that is neither confirmed, accepted nor rejected is sent again, unless a refusal after an ambiguous attempt, or the buyer's server, has
 *   ended its report (`probablyRecorded`).
 *
 * The second rule relies on the lock of the token, in `token-lock.ts`. Two cases do without that lock, and may send the same outcome twice, but never
 * another one. A page that is being left cannot wait for the lock. And a browser may freeze a page that holds the lock: a tab that has waited too long
 * takes a second one, which one such tab at a time can hold. So each lock for which tabs have stopped waiting allows one more request in flight.
 *
 * @module
 */
import type { Outcome } from '../../protocol/endlink.ts';
import type { Via } from './options.ts';
import type {
  AcceptedRecord,
  EndlinkRecord,
  OpenRecord,
  Report,
  ReportedRecord,
  UnsettledRecord,
  WaitingRecord,
} from './record.ts';

/**
 * Kind of an attempt. `direct`: sends the outcome to the service. `relay`: sends it to the buyer's server. `ask`: asks the buyer's server, which has
 * accepted it, for the result.
 */
export type AttemptKind = 'direct' | 'relay' | 'ask';

/** Result of one request. */
export interface Answer {
  /** HTTP status. 0: no readable answer (network error, CORS, timeout, redirect). */
  status: number;
  body?: string | undefined;
  /** Value of the header `Retry-After`: seconds, or a date. */
  retryAfter?: string | null | undefined;
  /** The service answered with a redirect, which is not followed. */
  isRedirect?: boolean | undefined;
  /** The request did not leave. */
  isUnsent?: boolean | undefined;
  /**
   * State of the delivery by the buyer's server. `accepted`: it has the outcome, and delivers it. `ended`: its delivery has ended without a readable
   * answer. `taken`: it has taken another outcome of the token before, and never sends this one.
   */
  delivery?: 'accepted' | 'ended' | 'taken' | undefined;
}

/** State of a report that all tabs of this browser share. */
export type Mark = Report & Pick<ReportedRecord, 'state'>;

/**
 * Locks the outcome, unless the engine did so before it had downloaded this code. If one is locked, keeps that one, and reopens its report. A report that is settled stays as it is; so does one that ended with a
 * refusal after an ambiguous attempt.
 */
export function requestOutcome(
  record: EndlinkRecord,
  outcome: Outcome,
  via: Via | undefined,
): ReportedRecord {
  if (isWaiting(record)) {
    // eslint-disable-next-line @typescript-eslint/no-unused-vars
    const { isExpiring, ...captured } = record;
    return { ...captured, outcome, via, attempts: 0, ambiguous: false, state: 'reporting' };
  }
  return isOpen(record) ? { ...record, via: via ?? record.via, state: 'reporting' } : record;
}

/**
 * Takes over what other tabs know of the token. An outcome that they have sent replaces the one of this tab. A report that they have settled replaces
 * its report, unless the report of this tab is confirmed. A settled report of this tab stays if theirs is not. What the buyer's server has accepted
 * in one of them is accepted in all.
 *
 * @param mark `undefined`: no tab has sent anything yet
 */
export function mergeMark(record: ReportedRecord, mark: Mark | undefined): ReportedRecord;
export function mergeMark(record: EndlinkRecord, mark: Mark | undefined): EndlinkRecord;
export function mergeMark(record: EndlinkRecord, mark: Mark | undefined): EndlinkRecord {
  // The record may be newer than the mark: it is written first, and the page may have died before it wrote the mark.
  if (!mark || record.state === 'confirmed') return record;
  if (isWaiting(record) || !isUnsettledReport(mark)) return { ...record, ...mark };
  if (!isUnsettled(record)) return record;
  const attempts = Math.max(record.attempts, mark.attempts);
  const ambiguousDirect = record.ambiguousDirect || mark.ambiguousDirect;
  const merged = { ...record, outcome: mark.outcome, attempts, ambiguousDirect };
  if (mark.state === 'accepted')
    return { ...merged, ...mark, attempts, ambiguousDirect, ambiguous: !!ambiguousDirect };
  if (isAccepted(record)) return { ...merged, ambiguous: !!ambiguousDirect };
  return { ...merged, ambiguous: record.ambiguous || mark.ambiguous };
}

/**
 * Counts an attempt before its request leaves. If the page dies then, the next page knows that the service may have received the request. A question
 * sends nothing that the buyer's server does not have.
 */
export function markAttempt<Unsettled extends UnsettledRecord>(
  record: Unsettled,
  kind: AttemptKind = 'direct',
): Unsettled {
  const attempted = { ...record, attempts: record.attempts + 1, result: undefined };
  if (kind === 'ask') return attempted;
  const ambiguousDirect = record.ambiguousDirect || kind === 'direct';
  return { ...attempted, ambiguous: true, ambiguousDirect };
}

/**
 * Returns the record after an answer. 408, 425 and 429 ask to try again; any other 4xx refuses. Once the buyer's server has accepted the outcome, it
 * knows what its own attempts mean: only a request that went past it can make its refusal ambiguous. Without a readable answer the outcome stays accepted.
 *
 * @param record as it was before this attempt was marked. If an earlier attempt was ambiguous, a refusal most likely means that the service counted that
 *   attempt
 * @see interface §4.4 rule 1, §7
 */
export function settleReport(
  record: UnsettledRecord,
  answer: Answer,
  kind: AttemptKind = 'direct',
): ReportedRecord {
  const { status, body, isUnsent, delivery } = answer;
  const attempts = record.attempts + 1;
  const isConfirmed = status >= 200 && status < 300 && !delivery;
  const isRefusal = status >= 400 && status < 500 && ![408, 425, 429].includes(status);
  const wasAmbiguous = delivery === 'taken' ? record.ambiguousDirect : record.ambiguous;
  const probablyRecorded = delivery === 'ended' || (isRefusal && !!wasAmbiguous);
  const state =
    delivery === 'accepted'
      ? 'accepted'
      : isConfirmed
        ? 'confirmed'
        : isRefusal && !probablyRecorded
          ? 'rejected'
          : 'unknown';
  if (isAccepted(record) && state === 'unknown' && !probablyRecorded)
    return { ...record, attempts, result: 'accepted' };
  // 425 and 429 say that the request was not processed. 408 may come from a proxy, after the service has processed the request.
  const isUnprocessed = isUnsent || status === 425 || status === 429;
  const isAmbiguous = state === 'unknown' && !isUnprocessed;
  const ambiguousDirect = !!record.ambiguousDirect || (isAmbiguous && kind === 'direct');
  return {
    ...record,
    attempts,
    state,
    result: state,
    status,
    body,
    ambiguous: state === 'accepted' ? ambiguousDirect : record.ambiguous || isAmbiguous,
    ambiguousDirect,
    probablyRecorded,
    misconfigured: false,
  };
}

const isOpenReport = ({ state, probablyRecorded }: Mark | ReportedRecord) =>
  (state === 'reporting' || state === 'unknown') && !probablyRecorded;

const isUnsettledReport = (report: Mark | ReportedRecord) =>
  report.state === 'accepted' || isOpenReport(report);

/** Returns whether the record has no outcome yet. */
export const isWaiting = (record: EndlinkRecord): record is WaitingRecord => !record.outcome;

/** Returns whether the record holds an outcome that is still to be sent. */
export const isOpen = (record: EndlinkRecord | undefined): record is OpenRecord =>
  record !== undefined && !isWaiting(record) && isOpenReport(record);

/** Returns whether the buyer's server has accepted the outcome, and its result is not known yet. */
export const isAccepted = (record: EndlinkRecord | undefined): record is AcceptedRecord =>
  record?.state === 'accepted';

/** Returns whether the outcome is still to be sent, or to be asked for. */
export const isUnsettled = (record: EndlinkRecord | undefined): record is UnsettledRecord =>
  isOpen(record) || isAccepted(record);

/** Longest pause before the random part is added, in milliseconds. */
const LONGEST_RETRY_MS = 450_000;

/** Longest pause that a service may ask for, in milliseconds. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

/**
 * Returns the milliseconds until the next attempt. The service may ask for up to an hour; a longer time is ignored. Otherwise the delay doubles each
 * time, up to a quarter of an hour. Up to half of it is random, so that many sellers do not come back at once.
 *
 * @param attempt how many attempts this page has made, from 1
 * @param retryAfter value of the header `Retry-After`; an invalid value, or a time in the past, is ignored
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
