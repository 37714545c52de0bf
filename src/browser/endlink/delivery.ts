import { contextOf } from './attempt-context.ts';
import { attemptOnLeave, attemptReport, synchronizeReport } from './attempt.ts';
import { isOpen, isWaiting, retryDelayMs } from './lifecycle.ts';
import type { Answer } from './lifecycle.ts';
import { isDryRun } from './options.ts';
import type { Via } from './options.ts';
import { recordOf, redact, writeRecordOf } from './page-records.ts';
import { explain } from './parts.ts';
import type { EndlinkEngine } from './parts.ts';
import { errorText } from './redact.ts';
import type { EndlinkRecord } from './record.ts';
import { takeSteps } from './take-steps.ts';
import { markKeyOf } from './token-lock.ts';
import { chooseTransport, isMisconfigured } from './transport.ts';

/** Delivery of one token's report by this page. */
export interface Delivery {
  /**
   * Makes one attempt, and schedules the next one. While an attempt is in flight it only waits for that one, unless the seller is to be
   * redirected.
   *
   * @param attempt how many attempts this page has made, with this one
   */
  deliver: (via?: Via, attempt?: number) => Promise<void>;
  /** Takes over what other tabs did, and sends nothing. */
  synchronize: () => Promise<void>;
  /** Sends the outcome at once, unless a request for it has left. */
  sendOnLeave: () => void;
}

/** Creates the one owner of what this page has in flight for a token. */
export function createDelivery(engine: EndlinkEngine, token: string): Delivery {
  const { options } = engine;
  let inFlight: Promise<Answer | undefined> | undefined;
  /** The way of the attempt in flight, or of the last one. */
  let lastVia: Via | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** The name of the token's lock, once it is hashed: a page that is left cannot wait for a hash. */
  let markKey: string | undefined;
  void markKeyOf(token).then((key) => (markKey = key));

  async function deliver(via?: Via, attempt = 1): Promise<void> {
    await engine.seen;
    if (inFlight) {
      await inFlight;
      if (via !== 'redirect' || lastVia === 'redirect') return;
    }
    const record = recordOf(engine, token);
    const isCurrent = token === engine.token();
    // A dry run belongs to the pages where it was asked for.
    if (!isOpen(record) || (!isCurrent && isDryRun(options))) return;
    const chosenVia = via ?? automaticVia(engine, record);
    lastVia = chosenVia;
    clearTimeout(retryTimer);
    if (isMisconfigured(options, chosenVia)) {
      if (!isCurrent) return;
      explain(engine, { kind: 'base URL', value: options.baseUrl ?? '' });
      writeRecordOf(engine, { ...record, state: 'unknown', misconfigured: true });
      return;
    }
    inFlight = makeAttempt(chosenVia);
    const answer = await inFlight;
    inFlight = undefined;
    if (answer && isCurrent) explainAnswer(engine, answer, chosenVia);
    scheduleRetry(attempt, answer);
  }

  async function makeAttempt(via: Via | undefined): Promise<Answer | undefined> {
    try {
      const transport = await chooseTransport(engine, via);
      // A dry run concerns no other tab.
      const key = isDryRun(options) ? undefined : await markKeyOf(token);
      return (
        transport && (await takeSteps(attemptReport(), contextOf(engine, token, key, transport)))
      );
    } catch (error) {
      // What goes wrong here is no reason to stop: the record tells whether a request has left.
      console.error(redact(engine, errorText(error)));
      return undefined;
    }
  }

  /** Tries again for as long as the page is there: it may be the last one that does. */
  function scheduleRetry(attempt: number, answer: Answer | undefined): void {
    if (!isOpen(recordOf(engine, token))) return;
    const delayMs = retryDelayMs(attempt, answer?.retryAfter, Date.now());
    retryTimer = setTimeout(() => void deliver(undefined, attempt + 1), delayMs);
  }

  return {
    deliver,
    synchronize: async () => {
      await takeSteps(synchronizeReport(), contextOf(engine, token, await markKeyOf(token)));
    },
    sendOnLeave: () => void takeSteps(attemptOnLeave(), contextOf(engine, token, markKey)),
  };
}

/**
 * Returns by which way the page continues by itself: as it was asked to, but it redirects once, and for its present token alone. What is to be
 * relayed is never fetched.
 */
export function automaticVia(engine: EndlinkEngine, record: EndlinkRecord): Via | undefined {
  const via =
    (isWaiting(record) ? undefined : record.via) ?? (engine.options.via as Via | undefined);
  const mayRedirect = record.token === engine.token() && !(isOpen(record) && record.attempts);
  return via === 'redirect' && !mayRedirect ? 'fetch' : via;
}

function explainAnswer(
  engine: EndlinkEngine,
  { isRedirect, isUnsent, status, body = '' }: Answer,
  via: Via | undefined,
): void {
  if (isRedirect) explain(engine, { kind: 'redirected' });
  else if (!status && !isUnsent && via !== 'relay') explain(engine, { kind: 'no answer' });
  const isRefusal = status >= 400 && status < 500;
  if (isRefusal) explain(engine, { kind: 'refused', status, body });
}
