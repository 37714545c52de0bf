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
   * Makes one attempt, and schedules the next one if the report is still open. If an attempt is in flight, waits for it instead. Only a redirect makes an
   * attempt of its own afterwards.
   *
   * @param attempt number of this attempt on this page, from 1
   */
  deliver: (via?: Via, attempt?: number) => Promise<void>;
  /** Takes over what other tabs did, and sends nothing. */
  synchronize: () => Promise<void>;
  /** Sends the outcome at once, unless a request for it has left. */
  sendOnLeave: () => void;
}

/** Creates the delivery of a token. A page has one for each token, so that it has at most one attempt of a token in flight. */
export function createDelivery(engine: EndlinkEngine, token: string): Delivery {
  const { options } = engine;
  let inFlight: Promise<Answer | undefined> | undefined;
  /** The `via` of the attempt in flight, or of the last one. */
  let lastVia: Via | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Name of the token's lock and mark. It is a hash, and computed in advance: a page that is being left cannot wait for it. */
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
    // A dry run must not settle the reports of earlier tokens: their pages did not ask for it.
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
      // A dry run sends nothing, so it needs neither lock nor mark.
      const key = isDryRun(options) ? undefined : await markKeyOf(token);
      return (
        transport && (await takeSteps(attemptReport(), contextOf(engine, token, key, transport)))
      );
    } catch (error) {
      // Log the error and try again later: the record shows whether a request has left.
      console.error(redact(engine, errorText(error)));
      return undefined;
    }
  }

  /** Schedules the next attempt, if the report is open. Never gives up, because there may be no later page that tries. */
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
 * Returns how to send an outcome if the caller names no `via`: as the last report says, else as the options say. It redirects only for its own token,
 * and only before the first attempt; afterwards it uses `fetch`. An outcome for the relay always goes to the relay.
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
  const isClientError = status >= 400 && status < 500;
  if (isClientError) explain(engine, { kind: 'refused', status, body });
}
