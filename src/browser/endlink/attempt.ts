/**
 * The only critical section of a report. While a tab holds the lock of a token, it merges the reports of other tabs, records that a request leaves,
 * sends the request, and records the result. All reports of the tab go through here, also after the back/forward cache has restored a page.
 *
 * Each function yields its steps as plain data and touches nothing itself. A page runs the steps with `take-steps.ts`; `test/proof` runs the same steps
 * in every order. The proof can go back to an earlier step: it calls the generator again with the results stored until then, since nothing else affects
 * the generator.
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
 * Makes one attempt to report the token's outcome, or asks for its result.
 *
 * @param attempt kind of the attempt. If the report no longer needs it, because another tab has made progress meanwhile, nothing is sent
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
  // Read the record again: during the request, the page may have set another `via`, or the history entry may have changed.
  const { record: current, mark } = yield { kind: 'read' };
  // Another page may have sent the same outcome during the request: a tab that waited too long for the lock, or a later page of this tab while this one
  // was in the back/forward cache. Then a refusal may mean that the service counted the other request, so merge the result of that page.
  // Firefox restores a page with its old sessionStorage. Without a mark, assume that a later page has sent the outcome.
  const others = [mark, current && !isWaiting(current) ? current : undefined];
  const later = others.filter((other) => other && other.attempts > attempted.attempts);
  const isUnseen = !mark && !!wasLeft;
  const isShared = later.length > 0 || isUnseen;
  // If this attempt is a question, an unseen later page has most likely sent only a question, too.
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
 * Sends an outcome that no tab has sent yet, while the page is being left. Such a page cannot wait for the lock, so the same outcome may be sent twice,
 * but never another one.
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
