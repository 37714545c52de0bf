import { TOKEN_LIFETIME_SECONDS } from '../../protocol/endlink.ts';
import { attemptOnLeave, attemptReport, synchronizeReport } from './attempt.ts';
import type { AttemptContext } from './attempt.ts';
import { EndlinkEvent } from './events.ts';
import { isOpen, isWaiting, requestOutcome, retryDelayMs } from './lifecycle.ts';
import type { Answer } from './lifecycle.ts';
import { isDryRun, outcomeOf } from './options.ts';
import type { ReportOptions, Via } from './options.ts';
import { explain } from './parts.ts';
import type { EndlinkEngine, Transport } from './parts.ts';
import { errorText, withoutTokens } from './redact.ts';
import { findRecord, parseRecord, replaceRecord } from './record.ts';
import type { EndlinkRecord } from './record.ts';
import { markKeyOf, readMark, withLock, writeMark } from './token-lock.ts';
import { chooseTransport, fetchTransport, isMisconfigured } from './transport.ts';

/** How long another tab's request without a result is given to have one. */
const OTHER_TAB_MS = 500;

/** How much of an answer's body is kept for the buyer's log, in characters. */
const BODY_LENGTH = 1000;

/** What this page does about the report of one token. */
interface Delivery {
  /** The attempt in flight. */
  inFlight?: Promise<void> | undefined;
  /** The way of the attempt in flight, or of the last one. */
  via?: Via | undefined;
  retryTimer?: ReturnType<typeof setTimeout> | undefined;
}

/** Reports the outcomes of the tab's tokens: when it is asked for, when the network is back, and when the page is left. */
export function createReporter(engine: EndlinkEngine) {
  const { options, notify } = engine;

  /** Of each token that this page has tried to report. */
  const deliveries = new Map<string, Delivery>();
  /** The names of the locks of this page's tokens, as far as they are hashed: a page that is left cannot wait for a hash. */
  const markKeys = new Map<string, string | undefined>();

  const redact = (text: string) => withoutTokens(text, engine.readRecord());

  const readRecord = () => parseRecord(engine.readRecord(), (value) => outcomeOf(options, value));

  /** The record of a token, unless it was forgotten. */
  const recordOf = (token: string) => {
    const record = findRecord(readRecord(), token);
    return record?.token === token ? record : undefined;
  };

  const writeRecord = (record: EndlinkRecord) => {
    engine.writeRecord(record);
    notify();
  };

  /** Connects the critical section with this page. */
  async function contextOf(token: string, transport: Transport): Promise<AttemptContext> {
    // A dry run concerns no other tab.
    return contextWithKey(token, transport, isDryRun(options) ? undefined : await markKeyOf(token));
  }

  function contextWithKey(
    token: string,
    transport: Transport,
    key: string | undefined,
  ): AttemptContext {
    return {
      withLock: (run) => withLock(key, run),
      readRecord: () => recordOf(token),
      writeRecord: (record) => {
        const current = readRecord();
        // A script of the page may have written something else in its place, or forgotten the token.
        if (current) writeRecord(replaceRecord(current, record));
        else if (engine.readRecord()) writeRecord(record);
      },
      readMark: () => readMark(key, token),
      writeMark: (record) => writeMark(key, record),
      waitForOtherTab,
      send: async (record) => {
        const answer = await transport(record);
        const body = answer.body && redact(answer.body).slice(0, BODY_LENGTH);
        return { ...answer, body };
      },
    };
  }

  /**
   * By which way the page continues by itself: as it was asked to, but it redirects once, and for its present token alone. What is to be relayed is
   * never fetched.
   */
  const automaticVia = (record: EndlinkRecord): Via | undefined => {
    const via = (isWaiting(record) ? undefined : record.via) ?? (options.via as Via | undefined);
    const mayRedirect = record.token === engine.token() && !(isOpen(record) && record.attempts);
    return via === 'redirect' && !mayRedirect ? 'fetch' : via;
  };

  /** Makes one attempt for a token, and schedules the next one. */
  async function deliver(token: string, via?: Via, attempt = 1): Promise<void> {
    await engine.seen;
    const delivery = deliveries.get(token) ?? {};
    deliveries.set(token, delivery);
    if (delivery.inFlight) {
      await delivery.inFlight;
      if (via !== 'redirect' || delivery.via === 'redirect') return;
    }
    const record = recordOf(token);
    if (!isOpen(record)) return;
    const isCurrent = token === engine.token();
    // It belongs to the pages where it was asked for.
    if (!isCurrent && isDryRun(options)) return;
    const chosenVia = via ?? automaticVia(record);
    delivery.via = chosenVia;
    clearTimeout(delivery.retryTimer);
    if (isMisconfigured(options, chosenVia)) {
      if (!isCurrent) return;
      explain(engine, { kind: 'base URL', value: options.baseUrl ?? '' });
      writeRecord({ ...record, state: 'unknown', misconfigured: true });
      return;
    }
    let answer: Answer | undefined;
    const run = async () => {
      const transport = await chooseTransport(engine, chosenVia);
      if (transport) answer = await attemptReport(await contextOf(token, transport));
    };
    // What goes wrong here is no reason to stop: the record tells whether a request has left.
    delivery.inFlight = run().catch((error: unknown) => console.error(redact(errorText(error))));
    await delivery.inFlight;
    delivery.inFlight = undefined;
    if (answer && isCurrent) explainAnswer(answer, chosenVia);
    // For as long as the page is there: it may be the last one that does.
    if (isOpen(recordOf(token))) {
      const delayMs = retryDelayMs(attempt, answer?.retryAfter, Date.now());
      delivery.retryTimer = setTimeout(() => void deliver(token, undefined, attempt + 1), delayMs);
    }
  }

  function explainAnswer(
    { isRedirect, isUnsent, status, body = '' }: Answer,
    via: Via | undefined,
  ): void {
    if (isRedirect) explain(engine, { kind: 'redirected' });
    else if (!status && !isUnsent && via !== 'relay') explain(engine, { kind: 'no answer' });
    const isRefusal = status >= 400 && status < 500;
    if (isRefusal) explain(engine, { kind: 'refused', status, body });
  }

  /** Continues with what an earlier page, or this one before it lost the network, could not finish: for each token of the tab. */
  function resume(): void {
    for (let record = readRecord(); record; record = record.previous)
      if (isOpen(record)) void deliver(record.token);
  }

  async function report(value: unknown, how?: ReportOptions, token?: string): Promise<void> {
    await engine.ready;
    const current = readRecord();
    const record = token === undefined ? current : recordOf(token);
    const outcome = outcomeOf(options, value);
    if (!current || !record) {
      explain(engine, { kind: 'no token' });
      if (!engine.page.presenters.size)
        document.dispatchEvent(new EndlinkEvent('endlink-missing', engine.state()));
      return;
    }
    if (!outcome) explain(engine, { kind: 'no outcome', value });
    else if (record.outcome && record.outcome !== outcome)
      explain(engine, { kind: 'outcome is locked', value, locked: record.outcome });
    const locked = record.outcome ?? outcome;
    const automatic = automaticVia(record);
    // Where only the relay has an address, it stays with the relay.
    const via = automatic === 'relay' && isMisconfigured(options, how?.via) ? automatic : how?.via;
    const next = locked ? requestOutcome(record, locked, via ?? automatic) : record;
    writeRecord(replaceRecord(current, next));
    if (locked) await deliver(record.token, via);
  }

  /** Takes over what other tabs and later pages did while this page was in the back/forward cache. */
  async function synchronize(): Promise<void> {
    const record = readRecord();
    if (record && !isDryRun(options)) {
      await synchronizeReport(await contextOf(record.token, fetchTransport(options)));
      resume();
    }
  }

  /** Sends what is locked and was not sent: the page that comes next may not have the script tag. */
  function sendOnLeave(): void {
    if (!engine.page.isSeen || isDryRun(options)) return;
    for (let record = readRecord(); record; record = record.previous) {
      const { token } = record;
      if (!isOpen(record) || automaticVia(record) === 'relay') continue;
      if (isMisconfigured(options, undefined)) continue;
      attemptOnLeave(contextWithKey(token, fetchTransport(options), markKeys.get(token)));
    }
  }

  /** Drops the tokens whose report is finished and which cannot land again. */
  function dropOutdated(): void {
    const current = readRecord();
    if (current?.previous)
      engine.writeRecord({ ...current, previous: withoutOutdated(current.previous) });
  }

  // A router may set another token later.
  engine.subscribe(() => {
    for (let record = engine.readRecord(); record; record = record.previous) {
      const { token } = record;
      void markKeyOf(token).then((key) => markKeys.set(token, key));
    }
  });
  return { report, resume, synchronize, sendOnLeave, dropOutdated, redact };
}

/** The records that are still to be reported, or whose token may land again: it then finds its locked outcome. */
function withoutOutdated(record: EndlinkRecord | undefined): EndlinkRecord | undefined {
  if (!record) return undefined;
  const previous = withoutOutdated(record.previous);
  const isUsable = record.capturedAtMs > Date.now() - TOKEN_LIFETIME_SECONDS * 1000;
  return isUsable || isOpen(record) ? { ...record, previous } : previous;
}

/**
 * What another tab wrote last may come here later than its lock does: the processes of a browser hear of localStorage and of locks by
 * different ways. Without a result in time, that tab has died. A page that is left does not wait, for Safari would keep its lock in the
 * back/forward cache: https://bugs.webkit.org/show_bug.cgi?id=283528
 */
function waitForOtherTab(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, OTHER_TAB_MS);
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
    addEventListener('pagehide', () => resolve(), { once: true });
  });
}
