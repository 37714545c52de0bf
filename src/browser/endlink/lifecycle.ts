/**
 * The life of one token in a browser, as pure functions: each takes the record and what happened, and returns the record to write. Nothing here touches
 * the page, the storage, the network or a clock. `report.ts` calls `requestOutcome`, and `attempt.ts` the others, in this order:
 *
 *     requestOutcome → mergeMark → markAttempt → settleReport → (mergeMark → markAttempt → settleReport …)
 *
 * Each record is written before the next step. If the page dies between any two steps, four rules still hold:
 *
 * - An outcome never changes once a request has left.
 * - A token has at most one request in flight.
 * - A confirmed outcome is not sent again. An outcome that the buyer's server has accepted is not sent to the service: pages ask that server for the
 *   result.
 * - Any other outcome is sent again until its report has ended. A report ends with a rejection, with a refusal after an ambiguous attempt, or when the
 *   buyer's server stops its delivery. In the last two cases the outcome is `probablyRecorded`.
 *
 * The lock of the token, in `token-lock.ts`, enforces the second rule. Two cases break that rule, but not the first one: the same outcome may be sent
 * twice. A page that is being left sends without the lock, because it cannot wait. And a browser may freeze a page that holds the lock. A tab that has
 * waited too long for it takes a second lock, so the frozen page and this tab may have one request each in flight.
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
 * Returns the record with a locked outcome and an open report. If the record already has an outcome, keeps it and ignores `outcome`; most often the
 * engine has locked it before it downloaded this code. A report that has ended, or that the buyer's server has accepted, is returned unchanged.
 *
 * @param via `undefined`: keep the record's own
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
 * Merges the shared report of all tabs into the record of this tab. By the first rule that applies:
 *
 * 1. A confirmed record stays. So does any record if there is no mark.
 * 2. A settled mark replaces the report of the record. Any mark does if the record has no outcome yet.
 * 3. A settled record stays.
 * 4. If both are unsettled, the outcome of the mark wins, because a tab has sent it. If the buyer's server has accepted either, the result is accepted.
 *
 * @param mark `undefined`: no tab has sent anything yet
 */
export function mergeMark(record: ReportedRecord, mark: Mark | undefined): ReportedRecord;
export function mergeMark(record: EndlinkRecord, mark: Mark | undefined): EndlinkRecord;
export function mergeMark(record: EndlinkRecord, mark: Mark | undefined): EndlinkRecord {
  // The record is written before the mark. If the page died between the two, the record is newer.
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
 * Counts an attempt before its request leaves. If the page dies during the request, the next page knows that the service may have received it. An
 * attempt of kind `ask` sends no outcome, so it makes nothing ambiguous.
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
 * Returns the record after an answer. 2xx confirms. 408, 425 and 429 ask to try again; any other 4xx refuses. An accepted outcome stays accepted if
 * its answer is not readable. If the buyer's server has taken another outcome before, its refusal is ambiguous only if a request went directly to the
 * service.
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
const MAX_RETRY_MS = 450_000;

/** Longest pause that a service may ask for, in milliseconds. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * Returns the milliseconds until the next attempt: the time that the service asks for, if it is an hour at most, else a delay that doubles with each
 * attempt, up to a quarter of an hour. Up to half of that delay is random, so that many sellers do not retry at the same moment.
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
  if (askedMs > 0 && askedMs <= MAX_RETRY_AFTER_MS) return askedMs;
  return Math.min(2 ** attempt * 500, MAX_RETRY_MS) * (Math.random() + 1);
}
