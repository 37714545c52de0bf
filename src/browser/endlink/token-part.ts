/**
 * The part for a page with a token: it reports, carries the token in the ways that can wait, fills it in, and watches it expire.
 *
 * @module
 */
import { findAll, settingsOfPage } from '../unclobbered.ts';
import { checkOptions, explainUnknownElements } from './check-options.ts';
import { explainConflictsOfElements } from './conflicts.ts';
import { dispatchOnDocument } from './endlink-events.ts';
import { watchExpiry } from './expiry.ts';
import { followHistory } from './history-entry.ts';
import { keepRecord } from './keep-record.ts';
import { carryIntoOpenedWindows, createWays } from './navigation.ts';
import type { TagOptions } from './options.ts';
import { ELEMENT_SELECTOR } from './parts.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import { readRecords, redact } from './page-records.ts';
import { createReporter } from './report.ts';
import { pruneMarks } from './token-lock.ts';
import { forEachTree } from './trees.ts';
import type { Tree } from './trees.ts';
import { reporterForUndefinedElements } from './undefined-elements.ts';
import { UNDEFINED_FINISH } from './undefined-finish.ts';

/** Milliseconds that a browser without idle callbacks has to show the page. */
const IDLE_DELAY_MS = 1000;

/** Starts the part. */
export function start(engine: EndlinkEngine): Parts['token'] {
  const { options, readRecord } = engine;
  // Leaves only what is known to be ours.
  if (readRecord()) engine.writeRecord(readRecords(engine) ?? ({} as never));
  const history = followHistory(engine);
  const reporter = createReporter(engine);
  dispatchOnDocument(engine);
  watchExpiry(engine);
  carryIntoOpenedWindows(engine);

  const undefinedElements = reporterForUndefinedElements(engine, reporter.report);
  const readPage = (tree: Tree = document) => {
    const has = (selector: string) => findAll(tree, selector).length > 0;
    if (!has(`[data-vaultlink-fill],iframe,${ELEMENT_SELECTOR}`)) return;
    if (has('[data-vaultlink-fill]')) void engine.load('fill');
    if (has('iframe')) void engine.load('frames');
    if (has(ELEMENT_SELECTOR)) void engine.load('elements');
    explainConflictsOfElements(engine, tree);
    if (!has(UNDEFINED_FINISH)) return;
    undefinedElements.note(tree);
    void engine.load('elements').then((isLoaded) => {
      // A shadow root may have a registry of its own, which does not know the elements. A bundle may define them later.
      const isUnreached = customElements.get('endlink-finish') && has(UNDEFINED_FINISH);
      if (!isLoaded || isUnreached) undefinedElements.start();
    });
  };
  let address = location.href;
  // A router changes the address without an event that every browser has, and then the page.
  const readAddress = (event?: Event) => {
    const isPopState = event?.type === 'popstate';
    if (!isPopState && address === location.href) return;
    const isHashAlone = withoutHash(address) === withoutHash(location.href);
    address = location.href;
    history.noteAddress({ isPopState, isHashAlone });
    engine.readAddress();
    history.labelLanding();
    engine.notify();
  };
  forEachTree(
    (tree) => {
      // This event does not leave a shadow tree.
      if (tree instanceof ShadowRoot) tree.addEventListener('submit', engine.carryEvent);
      readPage(tree);
      explainUnknownElements(engine, tree);
    },
    ['base-url', 'relay-url', 'test'],
    readAddress,
  );

  /** Settings that were read before: the outcome in them belongs to the page that had them first. */
  let knownConfig: TagOptions | undefined;
  // Routers put back the address that they began with: https://github.com/vercel/next.js/issues/22954
  const readAddressAgain = () =>
    setTimeout(() => {
      // Behind the tag, or deferred, where an optimiser or a tag manager has put it.
      const config = settingsOfPage();
      if (!options.baseUrl && config !== knownConfig) engine.configure(config);
      knownConfig = config;
      engine.readAddress();
      history.labelLanding();
    });
  // Before a router shows the page of that entry.
  addEventListener('popstate', readAddress, true);
  addEventListener('load', readAddressAgain);
  readAddressAgain();
  checkOptions(engine);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) history.restoreToken();
    readAddressAgain();
    if (persisted) void reporter.synchronize();
    else reporter.resume();
  });
  addEventListener('online', reporter.resume);

  // Last of all, since a listener of the page may report, or clear the storage.
  addEventListener('pagehide', () => {
    reporter.sendOnLeave();
    keepRecord(engine);
  });

  // The page may set options later, and the storage may become full later.
  engine.subscribe(({ inMemory }) => {
    if (inMemory) void engine.load('blocked-storage');
    if (inMemory || options.carry) void engine.load('script-navigation');
    // Before it is needed.
    if (options.via === 'relay') void engine.load('relay');
  });
  whenIdle(pruneMarks);
  reporter.dropOutdated();
  reporter.resume();
  // An element may have shown that there is no token: the options that named its parameter came later.
  engine.notify();
  return {
    report: reporter.report,
    sendOnLeave: reporter.sendOnLeave,
    redact: (text) => redact(engine, text),
    ways: createWays(engine),
    readOptions() {
      history.labelLanding();
      checkOptions(engine);
      engine.notify();
      readPage();
      reporter.resume();
    },
  };
}

const withoutHash = (url: string) => url.replace(/#.*/, '');

/** Calls `callback` when the browser has time: the first read of a full localStorage takes long. WebKit has no idle callback. */
function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback);
  else setTimeout(callback, IDLE_DELAY_MS);
}
