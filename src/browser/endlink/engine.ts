import type { Outcome } from '../../protocol/endlink.ts';
import {
  isDocumentHidden,
  isPrerendering,
  listenAtDocument,
  ownGlobal,
  readBrowserGlobals,
} from '../unclobbered.ts';
import { isTurboPreview } from '../parsed-page.ts';
import { answerProbes, findEngine } from '../registry.ts';
import { startCarrier } from './carry.ts';
import { findInChain } from './entry-owner.ts';
import { claimNewEntry, isRevisited, ownerOfEntry } from './history-entry.ts';
import { keepRecord } from './keep-record.ts';
import { captureLanding } from './landing.ts';
import { reportUndefinedElement, sendLocked, whenLeft } from './leave.ts';
import { fillOptions, outcomeOf } from './options.ts';
import type { ReportOptions, TagOptions } from './options.ts';
import { createPartLoader } from './part-loader.ts';
import type { EndlinkEngine, ImportPart, PageFacts } from './parts.ts';
import type { EndlinkState, StateListener, Vaultlink, VaultlinkQueue } from './state.ts';
import { createTabRecord } from './tab-record.ts';

/**
 * Returns the engine of this page. The engine captures the token at once, keeps the token's record and locks the outcome. It runs on every page, so
 * whatever can wait is in parts, which are downloaded later.
 *
 * The first caller installs it: the script tag or a bundle, whichever comes first. Later callers get the same engine, and add their options to it.
 *
 * @param importPart downloads a part; unused if the page has an engine
 * @param sources options; if two sources set the same one, the first counts
 * @see interface §4.4
 */
export function installEngine(
  importPart: ImportPart,
  sources: (TagOptions | undefined)[],
): EndlinkEngine {
  const found = findEngine();
  if (found) {
    sources.forEach(found.configure);
    return found;
  }
  // A queue of callbacks that wait for the engine. Or an engine that `findEngine` misses, because `document.open()` has removed its event listeners.
  const earlier = ownGlobal('vaultlink') as
    | (Partial<Pick<VaultlinkQueue, 'forEach'>> & Partial<Pick<EndlinkEngine, 'options'>>)
    | undefined;
  const engine = createEngine(importPart, [...sources, earlier?.options]);
  earlier?.forEach?.(engine.push);
  return engine;
}

function createEngine(importPart: ImportPart, sources: (TagOptions | undefined)[]): EndlinkEngine {
  let landingUrl = location.href;
  let isReady = false;
  const options: TagOptions = {};
  const page: PageFacts = {
    isEntryUnknown: false,
    isSeen: false,
    presenters: new Set(),
    problems: new Map(),
  };
  const listeners = new Set<StateListener>();
  const tab = createTabRecord();
  const { readRecord, writeRecord } = tab;
  const loader = createPartLoader(importPart, options, () => engine);
  const { load, parts } = loader;

  const seen = new Promise<void>((resolve) => {
    const look = () => {
      if (isDocumentHidden()) return;
      page.isSeen = true;
      resolve();
    };
    listenAtDocument('visibilitychange', look);
    look();
  });

  /** Returns the record that this page belongs to: that of its history entry, if it is known, else the tab's latest. */
  const ownRecord = (record = readRecord()) => {
    // A token that has just landed here owns this page, although its history entry may not be labeled yet.
    if (!record || record.token === page.landed) return record;
    // The landed token is an earlier one of the tab if another frame has captured a token since.
    const landed = findInChain(record, ({ token }) => token === page.landed);
    return ownerOfEntry(record) ?? landed ?? record;
  };
  const carrier = startCarrier(options, readRecord, ownRecord, parts);

  /** Captures a token that a router may have put into the address since the page was loaded. */
  const captureAddress = () => {
    const token = readRecord()?.token;
    if (isReady) captureLanding(engine, location.href);
    if (readRecord()?.token !== token) notify();
  };

  const state = () => {
    // eslint-disable-next-line @typescript-eslint/no-unused-vars
    const { token, query, previous, entries, ...known } = { state: 'missing', ...ownRecord() };
    return known as EndlinkState;
  };

  const notify = () => {
    for (const listener of listeners) callListener(listener, state());
  };

  /** Sends the locked outcomes, because the page is being left. */
  const leave = () => {
    reportUndefinedElement(engine);
    if (parts.token) parts.token.sendOnLeave();
    else sendLocked(engine);
    keepRecord(tab);
  };

  const report = async (outcome: Outcome, how?: ReportOptions) => {
    if (!isReady) await ready;
    captureAddress();
    const tabRecord = readRecord();
    const record = ownRecord(tabRecord);
    // Lock the outcome before the download of the part. If anything fails after this, a later page can send the outcome. Translate the survey tool's
    // code now, because a later page may not have the map of the codes.
    const validOutcome = outcomeOf(options, outcome);
    // A valid outcome replaces a stored value that is none.
    const isUnlocked = !record?.outcome || (validOutcome && !outcomeOf(options, record.outcome));
    if (tabRecord && record && isUnlocked) {
      if (how?.via) record.via = how.via;
      Object.assign(record, { outcome: validOutcome ?? outcome, state: 'reporting' });
      writeRecord(tabRecord);
    }
    if (page.isLeft) leave();
    notify();
    const part = await load('token');
    // Pass the token: another one may have landed during the download.
    await part?.report(outcome, how, record?.token);
    return state();
  };

  /** Reports the outcome that the options name for this page: `outcome`, or the value of the URL parameter `outcomeParam`. */
  const reportOutcomeOfPage = () => {
    const { outcome, outcomeParam } = options;
    const wanted =
      outcome || (outcomeParam && new URL(location.href).searchParams.get(outcomeParam));
    // Use the option once: a token that lands on this page later has an outcome of its own.
    options.outcome = '';
    if (wanted && !page.isEntryUnknown && !isTurboPreview()) void report(wanted as Outcome);
  };

  const readAddress = (url = location.href) => {
    // A prerendered page has only a copy of sessionStorage. The activation discards the copy, and with it a captured token:
    // https://wicg.github.io/nav-speculation/prerendering.html
    if (isPrerendering()) return;
    captureLanding(engine, url);
    if (isReady) reportOutcomeOfPage();
  };

  const start = async () => {
    if (isPrerendering())
      await new Promise((resolve) => listenAtDocument('prerenderingchange', resolve));
    readAddress(landingUrl);
    // With `No-Vary-Search`, a page may be activated for another address than it was prerendered for.
    readAddress();
    const record = readRecord();
    page.firstToken ??= record?.token;
    if (record && !page.landed && isRevisited(record)) {
      // Report nothing until the part `token` has found out to which token the page belongs.
      page.isEntryUnknown = true;
      await loader.whenStarted('token');
    } else claimNewEntry(tab);
    isReady = true;
    reportOutcomeOfPage();
  };

  const engine: EndlinkEngine = {
    ...carrier,
    ...loader,
    ...tab,
    browserGlobals: readBrowserGlobals(),
    get ready() {
      return ready;
    },
    options,
    page,
    seen,
    state,
    subscribe(listener) {
      listeners.add(listener);
      callListener(listener, state());
      return () => {
        listeners.delete(listener);
      };
    },
    token() {
      captureAddress();
      return ownRecord()?.token;
    },
    report,
    carry: (url) => carrier.carriedUrl(url, true)?.href ?? url,
    forget() {
      // The address may still have the token: do not capture it again.
      page.forgottenToken = readRecord()?.token ?? page.forgottenToken;
      landingUrl = '';
      tab.eraseRecord();
      notify();
    },
    push(callback: (vaultlink: Vaultlink) => unknown) {
      callListener(callback, engine);
    },
    configure(more) {
      if (!fillOptions(options, more)) return;
      // The options may rename the parameters. Without a record, read the address that the page was loaded with: a router may have changed the current one.
      readAddress(readRecord() ? location.href : landingUrl);
      parts.token?.readOptions();
    },
    notify,
    ownRecord,
    readAddress,
  };
  answerProbes();
  window.vaultlink = engine;
  for (const source of sources) fillOptions(options, source);
  const ready = start();
  whenLeft(page, leave);
  // The part `token`, which may not be here yet, finds out to which token a page from the back/forward cache belongs. Until then, report nothing.
  addEventListener('pageshow', ({ persisted }) => {
    page.isEntryUnknown ||= persisted;
    page.isLeft = false;
    if (persisted && readRecord()) void load('token');
  });
  return engine;
}

/** Calls a listener. An error that it throws becomes an uncaught error of the page, and stops no other listener. */
function callListener<Value>(listener: (value: Value) => unknown, value: Value): void {
  try {
    listener(value);
  } catch (error) {
    // Do not use `reportError`: the page may have replaced it by a function that throws.
    queueMicrotask(() => {
      throw error;
    });
  }
}
