import type { Outcome } from '../../protocol/endlink.ts';
import { isPrerendering, listenAtDocument, ownGlobal } from '../unclobbered.ts';
import { startCarrier } from './carry.ts';
import { claimNewEntry, isRevisited, ownerOfEntry } from './history-entry.ts';
import { keepRecord } from './keep-record.ts';
import { captureLanding } from './landing.ts';
import { sendLocked } from './leave.ts';
import { outcomeOf, readSetting, settingText } from './options.ts';
import type { ReportOptions, TagOptions } from './options.ts';
import type { EndlinkEngine, ImportPart, PartName, Parts } from './parts.ts';
import { answerProbes, isListening } from './probe.ts';
import { forgetRecord, storedRecord } from './record.ts';
import type { EndlinkState, StateListener, Vaultlink, VaultlinkQueue } from './state.ts';

/** What another copy of the package, an older one or the page may have left as `window.vaultlink`. */
type FoundEngine = Partial<Pick<EndlinkEngine, 'configure' | 'options'>> &
  Partial<Pick<VaultlinkQueue, 'forEach'>>;

/** How long until a part that could not be downloaded is asked for again: so much longer each time. */
const RELOAD_DELAY_MS = 5000;

/**
 * The engine of this page: captures the token at once, keeps its record and locks the outcome. It is on every page, so all that can wait is in
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
  const found = ownGlobal('vaultlink') as FoundEngine | undefined;
  if (found?.configure && isListening()) {
    sources.forEach(found.configure);
    return found as EndlinkEngine;
  }

  answerProbes();
  let landingUrl = location.href;
  const options: TagOptions = {};
  const carrier = startCarrier(options);
  const listeners = new Set<StateListener>();
  const parts: Record<string, Promise<unknown> | undefined> = {};
  let failures = 0;
  let isReady = false;

  /** Returns the record of this page, from the tab's chain of records: two frames of one page share the storage, and each has a token. */
  const ownRecord = (record = storedRecord()) => {
    // The history entry of a token that has just landed may have no mark yet.
    const isUnmarked = record?.token === engine.landed;
    return record && ((isUnmarked ? undefined : ownerOfEntry(record)) ?? record);
  };

  /** Captures a token that a router has just put into the address, before anything else of the page has changed. */
  const captureAddress = () => {
    if (isReady) captureLanding(engine, location.href);
  };

  const state = () => {
    // eslint-disable-next-line @typescript-eslint/no-unused-vars
    const { token, query, previous, entries, ...known } = { state: 'missing', ...ownRecord() };
    return known as EndlinkState;
  };

  const notify = () => {
    for (const listener of listeners) callListener(listener, state());
  };

  const load = (name: PartName): Promise<unknown> =>
    (parts[name] ??= importPart(name, failures, options)
      .then(
        ({ start }) => start(engine),
        (error: unknown) => {
          // As text: the stack of an error may name the address of the page, and the token in it.
          console.warn(`[vaultlink] vaultlink-${name}.js cannot be loaded`, String(error));
          failures += 1;
          setTimeout(() => {
            parts[name] = undefined;
            void load(name);
          }, failures * RELOAD_DELAY_MS);
        },
      )
      // Another download would not mend that.
      .catch((error: unknown) =>
        console.warn(`[vaultlink] vaultlink-${name}.js does not work here`, String(error)),
      ));

  const report = async (outcome: Outcome, how?: ReportOptions) => {
    if (!isReady) await engine.ready;
    captureAddress();
    const tabs = storedRecord();
    const record = ownRecord(tabs);
    // Stored before anything asynchronous: whatever fails from here on, the outcome is known. A tool's own code says something on this page alone.
    if (record && !record.outcome) {
      Object.assign(record, how, {
        outcome: outcomeOf(options, outcome) ?? outcome,
        state: 'reporting',
      });
      storedRecord(tabs);
    }
    notify();
    // Another token may have landed until the part is here.
    const part = (await load('token')) as Parts['token'] | undefined;
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
    if (wanted && !engine.isEntryUnknown) void report(wanted as Outcome);
  };

  const readAddress = (url = location.href) => {
    // A prerendered page has a copy of sessionStorage that is discarded on activation, and what it captured with it:
    // https://wicg.github.io/nav-speculation/prerendering.html
    if (isPrerendering()) return;
    captureLanding(engine, url);
    if (isReady) reportOutcomeOfPage();
  };

  const fillOptions = (more?: TagOptions) => {
    for (const name in more) {
      const value = readSetting(more, name);
      const isOff = value === false;
      // `false` means that the page does not use a setting. Only for `scrub` it is a value: the token stays in the address.
      if (!isOff || name === 'scrub') options[name as 'via'] ||= isOff ? 'off' : settingText(value);
    }
  };

  const sendOnLeave = () => sendLocked(options);

  const engine = {
    ...carrier,
    options,
    state,
    subscribe(listener: StateListener) {
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
    carry: (url: string) => carrier.carriedUrl(url, true)?.href ?? url,
    forget() {
      // It is not captured again.
      engine.forgottenToken = storedRecord()?.token;
      landingUrl = '';
      forgetRecord();
      notify();
    },
    push(callback: (vaultlink: Vaultlink) => unknown) {
      callListener(callback, engine);
    },
    configure(more?: TagOptions) {
      fillOptions(more);
      // The seller may have landed on an address that a router has changed since.
      readAddress(storedRecord() ? location.href : landingUrl);
    },
    load,
    notify,
    readAddress,
    record: storedRecord,
    sendOnLeave,
    keepRecord,
  } as unknown as EndlinkEngine;
  window.vaultlink = engine;
  sources.forEach(fillOptions);
  // Version 0.1.0 has an engine without `configure`. This one takes its place, with its options.
  fillOptions(found?.options);
  const start = async () => {
    if (isPrerendering())
      await new Promise((resolve) => listenAtDocument('prerenderingchange', resolve));
    readAddress(landingUrl);
    const record = storedRecord();
    if (record && !engine.landed && isRevisited(record))
      await new Promise<void>((resolve) => {
        engine.onEntryKnown = resolve;
        void load('token');
      });
    else claimNewEntry();
    isReady = true;
    reportOutcomeOfPage();
  };
  engine.ready = start();
  addEventListener('pagehide', sendOnLeave);
  addEventListener('pagehide', keepRecord);
  // Out of the back/forward cache, where the part may not have been needed: until it has looked, nothing is reported by itself.
  addEventListener('pageshow', ({ persisted }) => {
    engine.isEntryUnknown ||= persisted;
    if (persisted && storedRecord()) void load('token');
  });
  found?.forEach?.(engine.push);
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
