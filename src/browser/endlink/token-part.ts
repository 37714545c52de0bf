/**
 * The part for a page with a token: it reports, carries the token in the ways that can wait, fills it in, and watches it expire.
 *
 * @module
 */
import { ownGlobal } from '../own-global.ts';
import { checkOptions } from './check-options.ts';
import { dispatchOnDocument } from './events.ts';
import { watchExpiry } from './expiry.ts';
import { fillInputs } from './fill.ts';
import { followHistory } from './history-entry.ts';
import { keepRecordOnLeave } from './keep-record.ts';
import { carryIntoNewTabs } from './navigation.ts';
import { outcomeOf } from './options.ts';
import type { EndlinkEngine, Parts } from './parts.ts';
import { parseRecord } from './record.ts';
import { createReporter } from './report.ts';
import { pruneMarks } from './token-lock.ts';

/** Elements that would report by themselves if their code was here. */
const UNDEFINED_FINISH = 'endlink-finish[outcome]:not(:defined,[manual],[test],[via])';

/** Starts the part. */
export function start(engine: EndlinkEngine): Parts['token'] {
  const { options, record } = engine;
  // Leaves only what is known to be ours.
  if (record())
    record(parseRecord(record(), (value) => outcomeOf(options, value)) ?? ({} as never));
  const history = followHistory(engine);
  const reporter = createReporter(engine);
  dispatchOnDocument(engine);
  keepRecordOnLeave(engine);
  watchExpiry(engine);
  carryIntoNewTabs(engine);

  const readPage = () => {
    fillInputs(engine);
    if (document.querySelector('iframe')) void engine.load('frames');
    if (document.querySelector(UNDEFINED_FINISH))
      void engine.load('elements').then((isLoaded) => isLoaded ?? reportForElement());
  };
  /** The network may be gone, and the seller with it, before the code of an element is here: its outcome is locked without it. */
  const reportForElement = () => {
    const shown = [...document.querySelectorAll(UNDEFINED_FINISH)].find(
      (element) =>
        element.checkVisibility?.({ visibilityProperty: true }) &&
        !element.closest('[inert],[aria-hidden=true]'),
    );
    if (shown && !document.hidden) void reporter.report(shown.getAttribute('outcome'));
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
    engine.notify();
  };
  const observer = new MutationObserver(() => {
    readPage();
    readAddress();
  });
  observer.observe(document, { childList: true, subtree: true });
  readPage();

  // Routers put back the address that they began with: https://github.com/vercel/next.js/issues/22954
  const readAddressAgain = () =>
    setTimeout(() => {
      // Behind the tag, or deferred, where an optimiser or a tag manager has put it.
      if (!options.baseUrl) engine.configure(ownGlobal('vaultlinkConfig'));
      engine.readAddress();
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

  const { configure } = engine;
  engine.configure = (more) => {
    configure(more);
    checkOptions(engine);
    engine.notify();
    readPage();
    reporter.resume();
  };

  if (record()?.inMemory) void engine.load('blocked-storage');
  // Before it is needed.
  if (options.via === 'relay') void engine.load('relay');
  pruneMarks();
  reporter.resume();
  void reporter.reportPrevious();
  // An element may have shown that there is no token: the options that named its parameter came later.
  engine.notify();
  return { report: reporter.report };
}

const withoutHash = (url: string) => url.replace(/#.*/, '');
