/**
 * The only critical section of a report. While a tab holds the lock of a token, it takes over what other tabs know, records that a request leaves, sends it, and
 * records the result. The reports of all tokens of the tab go through here, also after the back/forward cache has restored a page.
 *
 * Each function yields its steps as plain data and touches nothing itself. A page takes the steps with `take-steps.ts`; `test/proof` takes the same steps
 * in every order. A generator can be replayed: its state depends only on the results that it was given. So the proof stores the results, and
 * runs the generator again with them.
 *
 * @module
 */
import { isAccepted, isOpen, isUnsettled, isWaiting } from './lifecycle.ts';
import { markAttempt, mergeMark, settleReport } from './lifecycle.ts';
import type { Answer, AttemptKind, Mark } from './lifecycle.ts';
import type { EndlinkRecord, ReportedRecord, UnsettledRecord } from './record.ts';

/**
 * One step. Other tabs may run, and the page may die, before it and after it.
 *
 * `lock` keeps other tabs from working with the token until the last step. `read` returns the record of this tab, and the mark of all tabs. `wait` waits
 * for a result that another tab may be writing. `record` writes the record of this tab, and `mark` the mark of all tabs. `send` makes one request, and
 * waits for its answer.
 */
export type AttemptStep =
  | { kind: 'lock' | 'read' | 'wait'; record?: undefined }
  | { kind: 'record'; record: EndlinkRecord }
  | { kind: 'mark'; record: ReportedRecord }
  | { kind: 'send'; record: UnsettledRecord };

/** Result of a step. */
export interface StepResult {
  /** Of `read`. `undefined` once the tab has forgotten the token. */
  record?: EndlinkRecord | undefined;
  /** Of `read`. `undefined`: no tab has sent anything. */
  mark?: Mark | undefined;
  /** Of `send`. */
  answer?: Answer | undefined;
  /** Of `send`: the page was left during the request, and restored from the back/forward cache. */
  wasLeft?: boolean | undefined;
}

/** The steps of one tab for one token. */
export type AttemptSteps<Result> = Generator<AttemptStep, Result, StepResult>;

/**
 * Makes one attempt to report the token's outcome, if it is still to be reported; or asks for the result, if the buyer's server has accepted it.
 *
 * @param attempt what the tab is about to do. If another tab has meanwhile done more, this one sends nothing
 * @returns the answer; `undefined`: nothing was sent
 */
export function* attemptReport(attempt: AttemptKind = 'direct'): AttemptSteps<Answer | undefined> {
  const record = yield* synchronizeReport();
  const isQuestion = attempt === 'ask';
  if (!isUnsettled(record) || isAccepted(record) !== isQuestion) return undefined;
  const attempted = markAttempt(record, attempt);
  yield { kind: 'record', record: attempted };
  yield { kind: 'mark', record: attempted };
  const { answer, wasLeft } = yield { kind: 'send', record: attempted };
  // While the request was in flight, the page may have chosen another way to send (`via`), or shown another history entry.
  const { record: current, mark } = yield { kind: 'read' };
  // Meanwhile, the same outcome may have been sent by a tab that has waited too long for the lock, or by a later page of this tab while this page was in
  // the back/forward cache. Then a refusal does not mean that nothing was counted, and the result of the other page counts. Firefox restores a page with
  // the sessionStorage of the time when it was left. So without a mark, this page must assume that a later page has sent the outcome.
  const others = [mark, current && !isWaiting(current) ? current : undefined];
  const later = others.filter((other) => other && other.attempts > attempted.attempts);
  const isUnseen = !mark && !!wasLeft;
  const isShared = later.length > 0 || isUnseen;
  // A page that found the outcome accepted has sent nothing but a question.
  const ambiguousDirect =
    record.ambiguousDirect ||
    later.some((other) => other?.ambiguousDirect) ||
    (isUnseen && !isQuestion);
  const settled = settleReport(
    {
      ...record,
      via: isOpen(current) ? current.via : record.via,
      entries: current?.entries,
      ambiguous: record.ambiguous || ambiguousDirect || (isShared && !isQuestion),
      ambiguousDirect,
    },
    answer!,
    attempt,
  );
  let merged = settled;
  for (const other of others) if (isShared || other?.result) merged = mergeMark(merged, other);
  yield { kind: 'record', record: merged };
  yield { kind: 'mark', record: merged };
  return answer;
}

/**
 * Locks the token, and merges the mark of all tabs into the record of this tab. Sends nothing.
 *
 * @returns the record as it is now
 */
export function* synchronizeReport(): AttemptSteps<EndlinkRecord | undefined> {
  yield { kind: 'lock' };
  let { record, mark } = yield { kind: 'read' };
  if (mark?.attempts && !mark.result) {
    yield { kind: 'wait' };
    ({ record, mark } = yield { kind: 'read' });
  }
  if (!record) return undefined;
  const merged = mergeMark(record, mark);
  yield { kind: 'record', record: merged };
  return merged;
}

/**
 * Sends an outcome that no tab has sent yet, because the page is being left. It cannot wait for the lock, so the same outcome may be sent
 * twice, but never another one.
 */
export function* attemptOnLeave(attempt: AttemptKind = 'direct'): AttemptSteps<void> {
  const { record, mark } = yield { kind: 'read' };
  const merged = record && mergeMark(record, mark);
  if (!isOpen(merged) || merged.attempts) return;
  const attempted = markAttempt(merged, attempt);
  yield { kind: 'record', record: attempted };
  yield { kind: 'mark', record: attempted };
  yield { kind: 'send', record: attempted };
}
