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
   * Makes one attempt, and schedules the next one if the report is still open. If an attempt is in flight, waits for it instead. Only a redirect makes an
   * attempt of its own afterwards. Of an outcome that the buyer's server has accepted, asks that server for the result, whatever `via` says.
   *
   * @param attempt number of this attempt on this page, from 1
   */
  deliver: (via?: Via, attempt?: number) => Promise<void>;
  /** Takes over what other tabs did, and sends nothing. */
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
    // Nothing needs mending while the buyer's server has the outcome.
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
   * Schedules the next attempt, if the report is open. Never gives up, because there may be no later page that tries. Schedules the next question, if the
   * outcome is accepted.
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

/** Milliseconds after the landing in which a page asks for the result: as long as the buyer's server may still deliver, clocks differ included. */
const WORTH_ASKING_MS = TOKEN_LIFETIME_SECONDS * 1000 + 600_000;

const isWorthAsking = ({ capturedAtMs }: EndlinkRecord) =>
  Date.now() - capturedAtMs < WORTH_ASKING_MS;

const attemptKindOf = (via: Via | undefined) => (via === 'relay' ? 'relay' : 'direct');

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
