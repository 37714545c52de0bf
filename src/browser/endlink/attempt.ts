/**
 * The one critical section: a tab that is alone with a token joins what other tabs know, marks that a request leaves, sends it, and writes
 * down what the answer means. Reports, earlier tokens of the tab and pages out of the back/forward cache all come through here.
 *
 * Each function yields its steps as plain data and touches nothing itself. A page takes them with `take-steps.ts`; `test/proof` takes the same
 * ones in every order. They are generators, which read like the code of one tab. What a tab knows between two steps follows from what it was
 * given so far, so the proof stores that, and runs the generator again up to there.
 *
 * @module
 */
import { isOpen, isWaiting, markAttempt, mergeMark, settleReport } from './lifecycle.ts';
import type { Answer, Mark } from './lifecycle.ts';
import type { EndlinkRecord, OpenRecord, SettledRecord } from './record.ts';

/**
 * One step. Other tabs may run, and the page may die, before it and after it.
 *
 * `lock`: from here to its last step, no other tab works with the token. `read`: what the tab has stored of the token, and what all tabs know.
 * `wait`: for the result that another tab may just be writing. `record` and `mark`: writes for this tab, and for all tabs.
 * `send`: makes one request, and waits for its answer.
 */
export type AttemptStep =
  | { kind: 'lock' | 'read' | 'wait'; record?: undefined }
  | { kind: 'record'; record: EndlinkRecord }
  | { kind: 'mark'; record: OpenRecord | SettledRecord }
  | { kind: 'send'; record: OpenRecord };

/** Result of a step. Each kind of step sets its own fields. */
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
 * Makes one attempt to report the token's outcome, if it is still to be reported.
 *
 * @returns the answer; `undefined`: nothing was sent
 */
export function* attemptReport(): AttemptSteps<Answer | undefined> {
  const record = yield* synchronizeReport();
  if (!isOpen(record)) return undefined;
  const attempted = markAttempt(record);
  yield { kind: 'record', record: attempted };
  yield { kind: 'mark', record: attempted };
  const { answer, wasLeft } = yield { kind: 'send', record: attempted };
  // The page may have chosen another way, or shown another history entry, while the request was in flight.
  const { record: current, mark } = yield { kind: 'read' };
  // A tab that gave up the lock may have sent the same outcome meanwhile. So may a later page of this tab, while this page was in the back/forward
  // cache. Then a refusal proves nothing, and their result counts. Firefox restores such a page with the sessionStorage of the time when it was left, so
  // without a mark this page cannot know what the later page did.
  const others = [mark, current && !isWaiting(current) ? current : undefined];
  const isShared =
    others.some((other) => other && other.attempts > attempted.attempts) || (!mark && !!wasLeft);
  const settled = settleReport(
    {
      ...record,
      via: isOpen(current) ? current.via : record.via,
      entries: current?.entries,
      ambiguous: record.ambiguous || isShared,
    },
    answer!,
  );
  let merged = settled;
  for (const other of others) if (isShared || other?.result) merged = mergeMark(merged, other);
  yield { kind: 'record', record: merged };
  yield { kind: 'mark', record: merged };
  return answer;
}

/**
 * Takes over what other tabs know, and sends nothing.
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
export function* attemptOnLeave(): AttemptSteps<void> {
  const { record, mark } = yield { kind: 'read' };
  const merged = record && mergeMark(record, mark);
  if (!isOpen(merged) || merged.attempts) return;
  const attempted = markAttempt(merged);
  yield { kind: 'record', record: attempted };
  yield { kind: 'mark', record: attempted };
  yield { kind: 'send', record: attempted };
}
