/**
 * The one critical section: a tab that is alone with a token joins what other tabs know, marks that a request leaves, sends it, and writes
 * down what the answer means. Reports, earlier tokens of the tab and pages out of the back/forward cache all come through here.
 *
 * @module
 */
import { isOpen, markAttempt, mergeMark, settleReport } from './lifecycle.ts';
import type { Answer, Mark } from './lifecycle.ts';
import type { EndlinkRecord, OpenRecord, SettledRecord } from './record.ts';

/** What an attempt reads, writes and calls for one token: the tab's record, the browser's mark, the network. */
export interface AttemptContext {
  /** Runs `run` while no other tab, and no other copy of the script, works with the token. */
  withLock: (run: () => Promise<void>) => Promise<void>;
  /** The tab's record of the token; `undefined` once another token has taken its place. */
  readRecord: () => EndlinkRecord | undefined;
  writeRecord: (record: EndlinkRecord) => void;
  /** What all tabs know of the token. */
  readMark: () => Mark | undefined;
  writeMark: (record: OpenRecord | SettledRecord) => void;
  /** Waits for the result that another tab may just be writing. */
  waitForOtherTab: () => Promise<void>;
  /** Makes one request. Never throws. */
  send: (record: OpenRecord) => Promise<Answer>;
}

/**
 * Makes one attempt to report the token's outcome, if it is still to be reported.
 *
 * @returns the answer; `undefined`: nothing was sent
 */
export async function attemptReport(context: AttemptContext): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  await context.withLock(async () => {
    const record = await synchronizeRecord(context);
    if (!isOpen(record)) return;
    const attempted = markAttempt(record);
    context.writeRecord(attempted);
    context.writeMark(attempted);
    answer = await context.send(attempted);
    // The page may have chosen another way while the request was in flight.
    const current = context.readRecord();
    const mark = context.readMark();
    // A tab that gave up the lock may have sent the same outcome meanwhile. A refusal then says little, and a result of that tab counts.
    const isShared = mark && mark.attempts > attempted.attempts;
    const settled = settleReport(
      {
        ...record,
        via: isOpen(current) ? current.via : record.via,
        ambiguous: record.ambiguous || isShared === true,
      },
      answer,
    );
    const merged = isShared || mark?.result ? mergeMark(settled, mark) : settled;
    context.writeRecord(merged);
    context.writeMark(merged);
  });
  return answer;
}

/** Takes over what other tabs know, and sends nothing. */
export async function synchronizeReport(context: AttemptContext): Promise<void> {
  await context.withLock(async () => {
    await synchronizeRecord(context);
  });
}

/**
 * Sends an outcome that no tab has sent yet, because the page is being left. It cannot wait for the lock, so the same outcome may be sent
 * twice, but never another one.
 */
export function attemptOnLeave(context: AttemptContext): void {
  const record = context.readRecord();
  const merged = record && mergeMark(record, context.readMark());
  if (!isOpen(merged) || merged.attempts) return;
  const attempted = markAttempt(merged);
  context.writeRecord(attempted);
  context.writeMark(attempted);
  void context.send(attempted);
}

async function synchronizeRecord(context: AttemptContext): Promise<EndlinkRecord | undefined> {
  const mark = context.readMark();
  if (mark?.attempts && !mark.result) await context.waitForOtherTab();
  const record = context.readRecord();
  if (!record) return undefined;
  const merged = mergeMark(record, context.readMark());
  context.writeRecord(merged);
  return merged;
}
