import type { Outcome } from '../../protocol/endlink.ts';
import { isDocumentHidden, isPrerendering, listenAtDocument, ownGlobal } from '../unclobbered.ts';
import { findEngine } from '../registry.ts';
import { startCarrier } from './carry.ts';
import { claimNewEntry, isRevisited, ownerOfEntry } from './history-entry.ts';
import { keepRecord } from './keep-record.ts';
import { captureLanding } from './landing.ts';
import { sendLocked } from './leave.ts';
import { fillOptions, outcomeOf } from './options.ts';
import type { ReportOptions, TagOptions } from './options.ts';
import { createPartLoader } from './part-loader.ts';
import type { EndlinkEngine, ImportPart, PageFacts } from './parts.ts';
import { answerProbes } from './probe.ts';
import type { EndlinkState, StateListener, Vaultlink, VaultlinkQueue } from './state.ts';
import { createTabRecord } from './tab-record.ts';

/**
 * Returns the engine of this page: captures the token at once, keeps its record and locks the outcome. It is on every page, so all that can wait is in
 * parts that are downloaded later.
 *
 * The first caller installs it: the script tag or a bundle, whichever comes first. Later callers get the same one, with their options filled in.
 *
 * @param importPart how to download the parts; unused where the page has an engine
 * @param sources options, the first of two values counts
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
  // Callbacks that wait for the engine, or one whose listeners `document.open()` has taken away.
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
  const page: PageFacts = { isEntryUnknown: false, isSeen: false, presenters: new Set() };
  const listeners = new Set<StateListener>();
  const tab = createTabRecord(() => carrier.carryScriptedForms());
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

  const ownRecord = (record = readRecord()) => {
    // The history entry of a token that has just landed may have no label yet.
    const isUnlabeled = record?.token === page.landed;
    return record && ((isUnlabeled ? undefined : ownerOfEntry(record)) ?? record);
  };
  const carrier = startCarrier(options, readRecord, ownRecord, parts);

  /** Captures a token that a router has just put into the address, before anything else of the page has changed. */
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

  const report = async (outcome: Outcome, how?: ReportOptions) => {
    if (!isReady) await ready;
    captureAddress();
    const tabs = readRecord();
    const record = ownRecord(tabs);
    // Stored before anything asynchronous: whatever fails from here on, the outcome is known. A tool's own code says something on this page alone.
    const locked = outcomeOf(options, outcome);
    // What was no outcome locks nothing for one that is.
    const isUnlocked = !record?.outcome || (locked && !outcomeOf(options, record.outcome));
    if (tabs && record && isUnlocked) {
      if (how?.via) record.via = how.via;
      Object.assign(record, { outcome: locked ?? outcome, state: 'reporting' });
      writeRecord(tabs);
    }
    notify();
    const part = await load('token');
    // Another token may have landed until the part is here.
    await part?.report(outcome, how, record?.token);
    return state();
  };

  /** Reports the outcome that the tag, or the address, has for this page. */
  const reportOutcomeOfPage = () => {
    const { outcome, outcomeParam } = options;
    const wanted =
      outcome || (outcomeParam && new URL(location.href).searchParams.get(outcomeParam));
    // It belongs to this page: a token that lands here later has an outcome of its own.
    options.outcome = '';
    if (wanted && !page.isEntryUnknown) void report(wanted as Outcome);
  };

  const readAddress = (url = location.href) => {
    // A prerendered page has a copy of sessionStorage that is discarded on activation, and what it captured with it:
    // https://wicg.github.io/nav-speculation/prerendering.html
    if (isPrerendering()) return;
    captureLanding(engine, url);
    if (isReady) reportOutcomeOfPage();
  };

  const start = async () => {
    if (isPrerendering())
      await new Promise((resolve) => listenAtDocument('prerenderingchange', resolve));
    readAddress(landingUrl);
    const record = readRecord();
    if (record && !page.landed && isRevisited(record)) {
      // Until the part that knows has looked.
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
      // It is not captured again.
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
      // The seller may have landed on an address that a router has changed since.
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
  addEventListener('pagehide', () => {
    if (!parts.token) sendLocked(engine);
    keepRecord(tab);
  });
  // Out of the back/forward cache, where the part may not have been needed: until it has looked, nothing is reported by itself.
  addEventListener('pageshow', ({ persisted }) => {
    page.isEntryUnknown ||= persisted;
    if (persisted && readRecord()) void load('token');
  });
  return engine;
}

/** An error of a listener is the page's to see, and stops no other listener. */
function callListener<Value>(listener: (value: Value) => unknown, value: Value): void {
  try {
    listener(value);
  } catch (error) {
    // The page may have a `reportError` of its own, which may throw as well.
    queueMicrotask(() => {
      throw error;
    });
  }
}
