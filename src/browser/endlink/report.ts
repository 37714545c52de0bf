import { TOKEN_LIFETIME_SECONDS } from '../../protocol/endlink.ts';
import { attemptOnLeave, attemptReport, synchronizeReport } from './attempt.ts';
import type { AttemptContext } from './attempt.ts';
import { isDocumentHidden } from '../unclobbered.ts';
import { EndlinkEvent } from './events.ts';
import { isOpen, isWaiting, requestOutcome, retryDelayMs } from './lifecycle.ts';
import type { Answer } from './lifecycle.ts';
import { isDryRun, outcomeOf } from './options.ts';
import type { ReportOptions, Via } from './options.ts';
import { explain } from './parts.ts';
import type { EndlinkEngine, Transport } from './parts.ts';
import { findRecord, parseRecord, replaceRecord } from './record.ts';
import type { EndlinkRecord } from './record.ts';
import { markKeyOf, readMark, withLock, writeMark } from './token-lock.ts';
import { chooseTransport, fetchTransport, isMisconfigured } from './transport.ts';

/** How long another tab's request without a result is given to have one. */
const OTHER_TAB_MS = 500;

/** Reports the outcome of the tab's token: when it is asked for, when the network is back, and when the page is left. */
export function createReporter(engine: EndlinkEngine) {
  const { options, notify } = engine;

  /** The attempt in flight. */
  let inFlight: Promise<void> | undefined;
  /** The way of the attempt in flight, or of the last one. */
  let lastVia: Via | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** The names of the locks of this page's tokens, as far as they are hashed: a page that is left cannot wait for a hash. */
  const markKeys = new Map<string, string | undefined>();

  const readRecord = () => parseRecord(engine.record(), (value) => outcomeOf(options, value));

  const writeRecord = (record: EndlinkRecord) => {
    engine.record(record);
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
    const read = () => {
      const record = findRecord(readRecord(), token);
      return record?.token === token ? record : undefined;
    };
    return {
      withLock: (run) => withLock(key, run),
      readRecord: read,
      writeRecord: (record) => {
        const current = readRecord();
        // A script of the page may have written something else in its place, or forgotten the token.
        if (current) writeRecord(replaceRecord(current, record));
        else if (engine.record()) writeRecord(record);
      },
      readMark: () => readMark(key, token),
      writeMark: (record) => writeMark(key, record),
      waitForOtherTab,
      send: transport,
    };
  }

  /** By which way the page continues by itself: as it was asked to, but it redirects once. What is to be relayed is never fetched. */
  const automaticVia = (record: EndlinkRecord): Via | undefined => {
    const via = (isWaiting(record) ? undefined : record.via) ?? (options.via as Via | undefined);
    return isOpen(record) && record.attempts && via === 'redirect' ? 'fetch' : via;
  };

  /** Makes one attempt, and schedules the next one. */
  async function deliver(via?: Via, attempt = 1): Promise<void> {
    await pageSeen();
    if (inFlight) {
      await inFlight;
      if (via !== 'redirect' || lastVia === 'redirect') return;
    }
    const record = readRecord();
    if (!isOpen(record)) return;
    lastVia = via ?? automaticVia(record);
    clearTimeout(retryTimer);
    if (isMisconfigured(options, lastVia)) {
      explain(engine, { kind: 'base URL', value: options.baseUrl ?? '' });
      writeRecord({ ...record, state: 'unknown', misconfigured: true });
      return;
    }
    let answer: Answer | undefined;
    const run = async () => {
      const transport = await chooseTransport(engine, lastVia);
      if (transport) answer = await attemptReport(await contextOf(record.token, transport));
    };
    // What goes wrong here is no reason to stop: the record tells whether a request has left.
    inFlight = run().catch((error: unknown) => console.error(error));
    await inFlight;
    inFlight = undefined;
    if (answer) explainAnswer(answer);
    // For as long as the page is there: it may be the last one that does.
    if (isOpen(readRecord())) {
      const delayMs = retryDelayMs(attempt, answer?.retryAfter, Date.now());
      retryTimer = setTimeout(() => void deliver(undefined, attempt + 1), delayMs);
    }
  }

  function explainAnswer({ isRedirect, isUnsent, status, body = '' }: Answer): void {
    if (isRedirect) explain(engine, { kind: 'redirected' });
    else if (!status && !isUnsent && lastVia !== 'relay') explain(engine, { kind: 'no answer' });
    const isRefusal = status >= 400 && status < 500;
    if (isRefusal) {
      const token = engine.token() ?? '';
      explain(engine, { kind: 'refused', status, body: body.replaceAll(token, '…') });
    }
  }

  /** Continues with what an earlier page, or this one before it lost the network, could not finish. */
  function resume(): void {
    if (isOpen(readRecord())) void deliver();
  }

  async function report(value: unknown, how?: ReportOptions): Promise<void> {
    await engine.ready;
    const record = readRecord();
    const outcome = outcomeOf(options, value);
    if (!record) {
      explain(engine, { kind: 'no token' });
      if (!engine.presenters?.size)
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
    writeRecord(locked ? requestOutcome(record, locked, via ?? automatic) : record);
    if (locked) await deliver(via);
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
    const record = readRecord();
    if (!isOpen(record) || !isSeen || isDryRun(options)) return;
    if (automaticVia(record) === 'relay' || isMisconfigured(options, undefined)) return;
    attemptOnLeave(
      contextWithKey(record.token, fetchTransport(options), markKeys.get(record.token)),
    );
  }

  /** Reports the tokens that had landed in this tab before the current one and whose reports are not finished: one attempt a page each. */
  async function reportPrevious(): Promise<void> {
    await pageSeen();
    if (isDryRun(options)) return;
    for (let record = readRecord()?.previous; record; record = record.previous) {
      const via = record.outcome && (record.via ?? options.via) === 'relay' ? 'relay' : 'fetch';
      if (!isOpen(record) || isMisconfigured(options, via)) continue;
      const transport = await chooseTransport(engine, via);
      if (transport) await attemptReport(await contextOf(record.token, transport));
    }
    const current = readRecord();
    if (current?.previous)
      engine.record({ ...current, previous: withoutOutdated(current.previous) });
  }

  // A router may set another token later.
  engine.subscribe(() => {
    const token = engine.token();
    if (token) void markKeyOf(token).then((key) => markKeys.set(token, key));
  });
  addEventListener('pagehide', sendOnLeave);
  return { report, resume, synchronize, reportPrevious };
}

/** The records that are still to be reported, or whose token may land again: it then finds its locked outcome. */
function withoutOutdated(record: EndlinkRecord | undefined): EndlinkRecord | undefined {
  if (!record) return undefined;
  const previous = withoutOutdated(record.previous);
  const isUsable = record.capturedAtMs > Date.now() - TOKEN_LIFETIME_SECONDS * 1000;
  return isUsable || isOpen(record) ? { ...record, previous } : previous;
}

let isSeen = false;

/** Fulfilled once somebody has seen the page: one that nobody has may be a prefetch or a preview, and spends nothing. */
async function pageSeen(): Promise<void> {
  if (isDocumentHidden() && !isSeen)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve));
  isSeen = true;
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
