import { isServiceUrl, outcomeUrl } from '../../protocol/endlink.ts';
import { isRendered } from '../is-rendered.ts';
import { isShadowRoot } from '../node-types.ts';
import { isContentLoaded } from '../parsed-page.ts';
import { findAll, listenAtDocument, navigationApi, readyState } from '../unclobbered.ts';
import { isDryRun, outcomeOf } from './options.ts';
import type { EndlinkEngine, PageFacts } from './parts.ts';
import { relayRequest } from './relay-request.ts';
import { mayReportUndefined, outcomeOfUndefined, UNDEFINED_FINISH } from './undefined-finish.ts';

/** Milliseconds after which a page that was being left has stayed, and its requests have ended. */
const LEAVING_MS = 10_000;

/**
 * Calls `callback` when the page is left, in WebKit perhaps several times. Until a page has loaded, WebKit dispatches no `pagehide`: there `beforeunload`
 * tells, and on an iPhone, which has none, the Navigation API (Safari 26.2). Other browsers, and loaded pages, do not need them: at that moment the
 * page still runs, and may stay.
 *
 * @see https://github.com/WebPlatformForEmbedded/WPEWebKit/issues/1538 `dispatchUnloadEvents`
 * @see https://html.spec.whatwg.org/multipage/system-state.html#dom-navigator-vendor names WebKit
 */
export function whenLeft(page: PageFacts, callback: () => void): void {
  addEventListener('pagehide', () => {
    page.isLeft = true;
    callback();
  });
  if (readyState() === 'complete' || !navigator.vendor.startsWith('Apple')) return;
  const leave = () => {
    page.leaving = new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
    callback();
    // Until the next page answers, this one goes on: its listeners may report, and its parser may find the element, or is stopped.
    setTimeout(callback);
    listenAtDocument('readystatechange', callback);
    listenAtDocument('DOMContentLoaded', () => setTimeout(callback));
  };
  const leaveByScript = (event: Event) => {
    if ((event as NavigateEvent).destination?.sameDocument === false) leave();
  };
  const navigation = navigationApi();
  addEventListener('beforeunload', leave);
  navigation?.addEventListener('navigate', leaveByScript);
  // No `signal` ends them: jsdom, which calls itself Apple's, takes none of Node's.
  addEventListener('load', () => {
    removeEventListener('beforeunload', leave);
    navigation?.removeEventListener('navigate', leaveByScript);
  });
}

/** The event of the Navigation API, as far as it is used here; not in TypeScript's DOM yet. */
interface NavigateEvent extends Event {
  readonly destination?: { readonly sameDocument: boolean };
}

/**
 * Reports, and so locks, the outcome of an element that somebody sees, because the page is being left before the code of the element was here: a page of
 * thanks may lead on at once. Before its content is loaded, the script that hides the element may not have run yet. For a token that has landed in the page
 * since, nobody knows here whether the element is meant.
 */
export function reportUndefinedElement(engine: EndlinkEngine): void {
  const { isSeen, firstToken } = engine.page;
  const isOfFirst = firstToken && engine.token() === firstToken;
  if (!isSeen || !isContentLoaded() || !isOfFirst) return;
  for (const element of findUndefinedElements(document)) {
    const outcome = outcomeOfUndefined(engine, element);
    if (outcome && isRendered(element) && mayReportUndefined(engine, element))
      void engine.report(outcome);
  }
}

/** Finds the elements of a document, also those in open shadow roots. */
function findUndefinedElements(tree: Document | ShadowRoot): Element[] {
  const inside = findAll(tree, '*').map(({ shadowRoot }) =>
    isShadowRoot(shadowRoot) ? findUndefinedElements(shadowRoot) : [],
  );
  return [...findAll(tree, UNDEFINED_FINISH), ...inside.flat()];
}

/**
 * Sends what is locked, because the page is being left before the part that reports was here: the page that comes next may not have the script
 * tag. As with an attempt of that part, the record is written first, and the next page asks again.
 *
 * @see interface §4.4
 */
export function sendLocked({ options, page, readRecord, writeRecord }: EndlinkEngine): void {
  const { baseUrl = '' } = options;
  if (!page.isSeen || isDryRun(options)) return;
  const current = readRecord();
  for (let record = current; record; record = record.previous) {
    const outcome = outcomeOf(options, record.outcome);
    const isRelayed = (record.via || options.via) === 'relay';
    if (!outcome || record.attempts || !(isRelayed || isServiceUrl(baseUrl))) continue;
    Object.assign(record, { attempts: 1, ambiguous: true, ambiguousDirect: !isRelayed });
    writeRecord(current!);
    try {
      const { url, init } = isRelayed
        ? relayRequest(options, outcome, record.token)
        : {
            url: outcomeUrl(baseUrl, outcome, record.token),
            init: { credentials: 'omit', redirect: 'manual' } as const,
          };
      fetch(url, {
        keepalive: true,
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        ...init,
      }).catch(() => undefined);
    } catch {
      // The token makes no URL.
    }
  }
}
