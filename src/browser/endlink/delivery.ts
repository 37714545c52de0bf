import { contextOf } from './attempt-context.ts';
import { attemptOnLeave, attemptReport, synchronizeReport } from './attempt.ts';
import { isAccepted, isOpen, isUnsettled, isWaiting, retryDelayMs } from './lifecycle.ts';
import type { Answer, AttemptKind } from './lifecycle.ts';
import { TOKEN_LIFETIME_SECONDS } from '../../protocol/endlink.ts';
import { isDryRun } from './options.ts';
import type { Via } from './options.ts';
import type { Outcome } from '../../protocol/endlink.ts';
import { recordOf, redact, writeRecordOf } from './page-records.ts';
import { explain } from './parts.ts';
import type { EndlinkEngine } from './parts.ts';
import { errorText } from './redact.ts';
import type { EndlinkRecord } from './record.ts';
import { takeSteps } from './take-steps.ts';
import { markKeyOf } from './token-lock.ts';
import { chooseTransport, isMisconfigured, leavingTransport } from './transport.ts';

/** Delivery of one token's report by this page. */
export interface Delivery {
  /**
   * Makes one attempt, and schedules the next one if the report is still open. If an attempt is already in flight, only waits for that one, unless `via`
   * is `redirect`. If the buyer's server has accepted the outcome, ignores `via` and asks that server for the result.
   *
   * @param attempt number of this attempt on this page, from 1
   */
  deliver: (via?: Via, attempt?: number) => Promise<void>;
  /** Merges the reports of other tabs into the record of this tab. Sends nothing. */
  synchronize: () => Promise<void>;
  /** Sends the outcome at once, unless a request for it has left. */
  sendOnLeave: (via: Via | undefined) => void;
}

/** Creates the delivery of a token. A page has one for each token, so that it has at most one attempt of a token in flight. */
export function createDelivery(engine: EndlinkEngine, token: string): Delivery {
  const { options } = engine;
  let inFlight: Promise<Answer | undefined> | undefined;
  /** The `via` of the attempt in flight, or of the last one. */
  let lastVia: Via | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Name of the token's lock and mark. Computed in advance, because a page that is being left cannot wait for the hash. */
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
    // A dry run must not settle the reports of earlier tokens: they are real.
    if (!isUnsettled(record) || (!isCurrent && isDryRun(options))) return;
    const isQuestion = isAccepted(record);
    if (isQuestion && (retryTimer || !isWorthAsking(record) || isDryRun(options))) return;
    const chosenVia = isQuestion ? 'relay' : (via ?? automaticVia(engine, record));
    lastVia = chosenVia;
    stopTimer();
    if (isMisconfigured(options, chosenVia)) {
      if (!isCurrent) return;
      explain(engine, 'base-url', { value: options.baseUrl ?? '' });
      writeRecordOf(engine, { ...record, state: 'unknown', misconfigured: true });
      return;
    }
    const kind = isQuestion ? 'ask' : attemptKindOf(chosenVia);
    inFlight = makeAttempt(chosenVia, kind);
    const answer = await inFlight;
    inFlight = undefined;
    // Log no problem for an accepted outcome: the buyer's server has it and retries by itself.
    if (answer && isCurrent && !isAccepted(recordOf(engine, token)))
      explainAnswer(engine, answer, chosenVia, record.outcome);
    scheduleRetry(attempt, answer);
  }

  async function makeAttempt(via: Via | undefined, kind: AttemptKind): Promise<Answer | undefined> {
    try {
      const transport = await chooseTransport(engine, via);
      // A dry run sends nothing, so it needs neither lock nor mark.
      const key = isDryRun(options) ? undefined : await markKeyOf(token);
      return (
        transport &&
        (await takeSteps(attemptReport(kind), contextOf(engine, token, key, transport)))
      );
    } catch (error) {
      // Log the error and try again later: the record shows whether a request has left.
      console.error(redact(engine, errorText(error)));
      return undefined;
    }
  }

  /**
   * Schedules the next attempt or, if the buyer's server has accepted the outcome, the next question. Never gives up, because there may be no later page
   * that retries.
   */
  function scheduleRetry(attempt: number, answer: Answer | undefined): void {
    if (!isUnsettled(recordOf(engine, token))) return;
    const delayMs = retryDelayMs(attempt, answer?.retryAfter, Date.now());
    retryTimer = setTimeout(() => {
      stopTimer();
      void deliver(undefined, attempt + 1);
    }, delayMs);
  }

  function stopTimer(): void {
    clearTimeout(retryTimer);
    retryTimer = undefined;
  }

  return {
    deliver,
    synchronize: async () => {
      await takeSteps(synchronizeReport(), contextOf(engine, token, await markKeyOf(token)));
    },
    sendOnLeave: (via) => {
      const context = contextOf(engine, token, markKey, leavingTransport(options, via));
      void takeSteps(attemptOnLeave(attemptKindOf(via)), context);
    },
  };
}

/** Milliseconds after the landing during which a page asks for the result: the lifetime of the token, and ten minutes because clocks differ. */
const WORTH_ASKING_MS = TOKEN_LIFETIME_SECONDS * 1000 + 600_000;

const isWorthAsking = ({ capturedAtMs }: EndlinkRecord) =>
  Date.now() - capturedAtMs < WORTH_ASKING_MS;

const attemptKindOf = (via: Via | undefined) => (via === 'relay' ? 'relay' : 'direct');

/**
 * Returns how to send an outcome if the caller names no `via`: that of the record, else that of the options. Replaces `redirect` by `fetch` after the
 * first attempt, and for a token that is not this page's.
 */
export function automaticVia(engine: EndlinkEngine, record: EndlinkRecord): Via | undefined {
  const via =
    (isWaiting(record) ? undefined : record.via) ?? (engine.options.via as Via | undefined);
  const mayRedirect = record.token === engine.token() && !(isOpen(record) && record.attempts);
  return via === 'redirect' && !mayRedirect ? 'fetch' : via;
}

function explainAnswer(
  engine: EndlinkEngine,
  { isRedirect, isUnsent, status, delivery, body = '' }: Answer,
  via: Via | undefined,
  outcome: Outcome,
): void {
  if (delivery === 'taken') {
    explain(engine, 'outcome-taken', { value: outcome });
    return;
  }
  if (isRedirect) explain(engine, 'service-redirects');
  else if (!status && !isUnsent && via !== 'relay') explain(engine, 'service-unreadable');
  const isClientError = status >= 400 && status < 500;
  if (isClientError) explain(engine, 'report-refused', { status, body });
}
