/**
 * The life of a row of the outbox, as pure functions: each takes the row and what happened, and returns the row to save. Nothing here touches the
 * outbox, the network or a clock.
 *
 *     accept → (begin → answer)* → settled
 *
 * Each row is written before the next step. If the process dies between any two steps, three rules still hold:
 *
 * - An outcome never changes once a request for it may have left.
 * - An outcome that is not settled is sent again, until the hour of its token is over, and then once more.
 * - A refusal only means that nothing was counted if no earlier request can have been counted.
 *
 * @module
 */
import { isVaultError } from '../../protocol/index.ts';
import { createBackoff } from '../backoff.ts';
import { isUnsent } from '../service/request.ts';
import type { OutboxEnd, OutboxRow } from '../stores/outbox.ts';

/** Milliseconds after the hour of a token at which its outcome is sent once more, because clocks differ. */
export const LAST_REQUEST_AFTER_MS = 5 * 60_000;

/** Milliseconds before the hour of a token ends at which its outcome is sent, if its pause would last longer than the hour. */
const BEFORE_EXPIRY_MS = 10_000;

/** Longest pause in seconds that a service can ask for. */
const MAX_PAUSE_SECONDS = 300;

/** Pauses grow with the time for which a row has waited, from a second to five minutes. */
const pauseMsOf = createBackoff({ firstMs: 1000, longestMs: 300_000, fixedPart: 0.5 });

/** Answer to one request, as the interface reads it. @see interface §4.4 rule 1, §7 */
export interface OutcomeAnswer {
  /** `undecided`: nothing was counted, because it says to try again, or because nobody has answered the connection. `unknown`: the request may have been counted. */
  kind: 'confirmed' | 'refused' | 'undecided' | 'unknown';
  status?: number | undefined;
  retryAfterSeconds?: number | undefined;
}

/** Reads what the request for an outcome threw. @param error `undefined`: the service has accepted the outcome */
export function answerOf(error: unknown): OutcomeAnswer {
  if (error === undefined) return { kind: 'confirmed' };
  if (!isVaultError(error)) return { kind: 'unknown' };
  const { code, status, retryAfterSeconds } = error;
  const isUndecided = code === 'rate_limited' || isUnsent(error);
  const kind = code === 'outcome_rejected' ? 'refused' : isUndecided ? 'undecided' : 'unknown';
  return { kind, status, retryAfterSeconds };
}

/** Returns a row that was claimed. If a process died while its request was out, the request may have been counted. */
export const takenOver = (row: OutboxRow): OutboxRow =>
  row.state === 'sending' ? { ...row, state: 'unknown', isAmbiguous: true } : row;

/** Returns a row whose request is about to leave. */
export const begun = (row: OutboxRow): OutboxRow => ({
  ...row,
  state: 'sending',
  begun: row.begun + 1,
});

/** Returns a row after the answer to its request. */
export function answered(row: OutboxRow, answer: OutcomeAnswer, nowMs: number): OutboxRow {
  const { kind, status, retryAfterSeconds } = answer;
  const isAmbiguous = row.isAmbiguous || kind === 'unknown';
  const next = { ...row, ended: row.ended + 1, status, isAmbiguous };
  if (kind === 'confirmed') return settled(next, 'confirmed', nowMs);
  if (kind === 'refused')
    return settled(next, row.isAmbiguous ? 'probably_recorded' : 'rejected', nowMs);
  return postponed(next, nowMs, retryAfterSeconds);
}

/** Returns whether a row is due for the last time. */
export const isLastRequest = ({ dueAtMs, expiresAtMs }: OutboxRow): boolean =>
  dueAtMs >= expiresAtMs + LAST_REQUEST_AFTER_MS;

/**
 * Returns a row that is tried again later, or `undelivered` if this was the last time. The pause is half of the time that the row has waited, up to that
 * time.
 *
 * @param pauseSeconds least pause that the service asks for
 */
export function postponed(row: OutboxRow, nowMs: number, pauseSeconds = 0): OutboxRow {
  if (isLastRequest(row)) return settled(row, 'undelivered', nowMs);
  const waitedSeconds = Math.max(0, nowMs - row.acceptedAtMs) / 1000;
  const askedMs = Math.min(pauseSeconds, MAX_PAUSE_SECONDS) * 1000;
  const pauseMs = Math.max(askedMs, pauseMsOf(Math.log2(1 + waitedSeconds)));
  return {
    ...row,
    state: row.isAmbiguous ? 'unknown' : 'waiting',
    dueAtMs: dueAtMsOf(row, nowMs, Math.round(nowMs + pauseMs)),
  };
}

/** Returns the next due time of a row: at the latest ten seconds before its token expires, then once after the expiry, because clocks differ. */
function dueAtMsOf({ expiresAtMs }: OutboxRow, nowMs: number, wantedMs: number): number {
  if (wantedMs < expiresAtMs) return wantedMs;
  const beforeExpiryMs = expiresAtMs - BEFORE_EXPIRY_MS;
  return nowMs < beforeExpiryMs ? beforeExpiryMs : expiresAtMs + LAST_REQUEST_AFTER_MS;
}

/**
 * Returns a settled row. Anybody can cause any end but `confirmed` as often as they like, so such rows of pages lose their payload, and only the latest
 * ones are kept.
 */
export function settled(row: OutboxRow, state: OutboxEnd, nowMs: number): OutboxRow {
  const isJunk = row.isAnonymous && state !== 'confirmed';
  return { ...row, state, settledAtMs: nowMs, payload: isJunk ? undefined : row.payload };
}
