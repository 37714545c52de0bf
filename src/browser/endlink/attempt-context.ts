import { listenAtDocument } from '../unclobbered.ts';
import { isOpen } from './lifecycle.ts';
import { recordOf, redact, writeRecordOf } from './page-records.ts';
import type { EndlinkEngine, Transport } from './parts.ts';
import type { AttemptContext } from './take-steps.ts';
import { readMark, withLock, writeMark } from './token-lock.ts';
import { fetchTransport } from './transport.ts';

/** Milliseconds after which another tab's request without a result counts as one whose result is lost. */
const OTHER_TAB_MS = 500;

/** Number of characters of an answer's body that are kept for the buyer's log. */
const BODY_LENGTH = 1000;

/**
 * Connects the steps of an attempt with this page.
 *
 * @param key the name of the token's lock and mark. `undefined`: no other tab is concerned, or the name is not known yet
 */
export function contextOf(
  engine: EndlinkEngine,
  token: string,
  key: string | undefined,
  transport: Transport = fetchTransport(engine.options),
): AttemptContext {
  return {
    lock: (run) =>
      withLock(key, async () => {
        const record = recordOf(engine, token);
        // Let a request that was sent on leaving end first: the page may still run, and must not repeat it.
        if (isOpen(record) && record.attempts) await engine.page.leaving;
        return run();
      }),
    read: () => ({ record: recordOf(engine, token), mark: readMark(key, token) }),
    wait: waitForOtherTab,
    record: (record) => writeRecordOf(engine, record),
    mark: (record) => writeMark(key, record),
    async send(record) {
      let wasLeft = false;
      const noteLeaving = () => {
        wasLeft = true;
      };
      addEventListener('pagehide', noteLeaving);
      const answer = await transport(record);
      removeEventListener('pagehide', noteLeaving);
      const body = answer.body && redact(engine, answer.body).slice(0, BODY_LENGTH);
      return { answer: { ...answer, body }, wasLeft };
    },
  };
}

/**
 * Waits for a result that another tab may be writing at this moment. Browsers pass on localStorage and locks separately, so the lock may arrive first.
 * If no result arrives in time, that tab has died. A page that is left does not wait, because Safari would keep its lock in the back/forward cache:
 * https://bugs.webkit.org/show_bug.cgi?id=283528
 */
function waitForOtherTab(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, OTHER_TAB_MS);
    listenAtDocument('visibilitychange', () => resolve(), { once: true });
    addEventListener('pagehide', () => resolve(), { once: true });
  });
}
