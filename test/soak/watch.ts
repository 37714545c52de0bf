import { EventEmitter } from 'node:events';
import type { BrowserContext, Page, Request } from '@playwright/test';
import type { EndlinkState, Vaultlink } from '../../src/browser/endlink/index.ts';

/** What is known of one tab from outside. */
export interface Tab {
  page: Page;
  number: number;
  /** What its page told last; nothing yet on a page that has just begun. */
  told: EndlinkState | undefined;
  /** Reports that have left and that a page still waits for. */
  underWay: Set<Request>;
  /** Whose document is in it; `nobody`: it is on its way to one. */
  whose: 'nobody' | 'the buyer' | 'someone else';
  isClosed: boolean;
}

/** What happened in the browser. */
export interface Watch {
  tabs: Tab[];
  /** In the order in which it happened, without the token. */
  lines: string[];
  /** What must not happen, and did. */
  violations: string[];
  /** How many reports the pages have sent that can have reached the service. */
  reportCount: number;
  note: (line: string) => void;
  /** Emits `change` whenever something has happened in a tab. */
  changes: EventEmitter;
  /** Returns the number of reports that left while a page still waited for an earlier one. Known when all of them are over. */
  overlapping: () => number;
  tabOf: (page: Page) => Tab;
}

/** Whose tabs are watched, and what for. */
interface Watched {
  context: BrowserContext;
  /** Of the buyer's pages. */
  origin: string;
  /** What the addresses of reports begin with. */
  reports: string[];
  token: string;
}

/** Errors of a request that has not left the browser. */
const NOT_LEFT =
  /^(net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|BLOCKED_BY_CLIENT)|NS_ERROR_(OFFLINE|CONNECTION_REFUSED))$/;

const TOLD = 'soak told ';
const BEGUN = 'soak begun ';

/** Watches every tab from now on: what leaves it, and what its pages tell. */
export async function watch({ context, origin, reports, token }: Watched): Promise<Watch> {
  const beganMs = performance.now();
  const overlaps: Overlap[] = [];
  const answered = new WeakSet<Request>();
  /** Reports that a seller sent by reloading a page of the marketplace. */
  const reloads = new WeakSet<Request>();
  const givenUpAtMs = new WeakMap<Request, number>();
  let isConfirmed = false;
  const watched: Watch = {
    ...{ tabs: [], lines: [], violations: [], reportCount: 0 },
    changes: new EventEmitter(),
    note(line) {
      const atMs = (performance.now() - beganMs).toFixed(0).padStart(6);
      watched.lines.push(`${atMs} ms  ${line.replaceAll(token, 'TOKEN')}`);
      watched.changes.emit('change');
    },
    overlapping: () =>
      overlaps.filter(({ earlier, later, atMs }) => {
        // What two tabs do may be heard of in another order: the browser's own clock decides.
        const { startTime, responseStart } = earlier.timing();
        const leftMs = answered.has(later) ? later.timing().startTime : atMs;
        const endedMs = answered.has(earlier)
          ? startTime + responseStart
          : (givenUpAtMs.get(earlier) ?? Infinity);
        return leftMs < endedMs;
      }).length,
    tabOf: (page) => watched.tabs.find((tab) => tab.page === page) ?? follow(page),
  };

  const violate = (what: string) => {
    watched.violations.push(what);
    watched.note(`!! ${what}`);
  };

  function follow(page: Page): Tab {
    const tab: Tab = {
      ...{ page, number: watched.tabs.length + 1, told: undefined },
      ...{ underWay: new Set(), whose: 'nobody', isClosed: false },
    };
    watched.tabs.push(tab);
    /** Reports of which the page has not told how they ended. */
    const open = new Set<Request>();
    const say = (line: string) => watched.note(`tab ${tab.number}: ${line}`);
    const begin = (whose: Tab['whose']) => {
      tab.whose = whose;
      tab.told = undefined;
      tab.underWay.clear();
      watched.changes.emit('change');
    };

    page.on('console', (message) => {
      const text = message.text();
      if (text.startsWith(TOLD)) {
        tab.told = JSON.parse(text.slice(TOLD.length)) as EndlinkState;
        if (tab.told.result) {
          for (const request of open) givenUpAtMs.set(request, message.timestamp());
          open.clear();
        }
        isConfirmed ||= tab.told.state === 'confirmed';
        say(inWords(tab.told));
      } else if (text.startsWith(BEGUN)) {
        const url = text.slice(BEGUN.length);
        // An error page is heard of already; by now its seller may have left it. And Firefox runs this in the empty document before a page, too.
        if (!url.startsWith('http')) return;
        begin(url.startsWith(origin) ? 'the buyer' : 'someone else');
        say(`shows ${url}`);
      }
    });
    page.on('request', (request) => {
      const isReport = reports.some((address) => request.url().startsWith(address));
      if (!isReport || request.redirectedFrom()) return;
      watched.reportCount += 1;
      say(`sends ${request.method()} ${request.url()}`);
      // The marketplace's own page has the report for its address: whoever reloads it sends that again, and no page of the buyer's does.
      const isReloaded = request.isNavigationRequest() && !page.url().startsWith(origin);
      if (isReloaded) reloads.add(request);
      else if (isConfirmed) violate('sent though it was confirmed');
      for (const earlier of watched.tabs.flatMap(({ underWay }) => [...underWay]))
        if (!reloads.has(earlier) && !isReloaded)
          overlaps.push({ earlier, later: request, atMs: Date.now() });
      tab.underWay.add(request);
      open.add(request);
    });
    const end = (request: Request, how: string) => {
      let first = request;
      for (let one = first.redirectedFrom(); one; one = one.redirectedFrom()) first = one;
      if (tab.underWay.delete(first)) say(how);
    };
    page.on('response', (response) => void answered.add(response.request()));
    page.on('requestfinished', (request) => end(request, 'has its answer'));
    page.on('requestfailed', (request) => {
      const error = request.failure()?.errorText ?? 'failed';
      if (tab.underWay.has(request) && NOT_LEFT.test(error)) watched.reportCount -= 1;
      end(request, error);
    });
    page.on('framenavigated', (frame) => {
      // The browser's own page of an error; any other says itself when it begins.
      if (frame !== page.mainFrame() || !/^(chrome-error|about:neterror)/.test(frame.url())) return;
      begin('someone else');
      say('shows an error page');
    });
    page.on('close', () => {
      tab.isClosed = true;
      begin('nobody');
    });
    return tab;
  }

  /**
   * Lets the first page of a new tab tell its states. Its init script may have run only in the empty document that was there before it, and
   * what it said before this watch could listen to it is not heard.
   */
  async function hear(page: Page): Promise<void> {
    const tab = watched.tabOf(page);
    await page.waitForLoadState('domcontentloaded');
    if (tab.told || !page.url().startsWith(origin)) return;
    tab.whose = 'the buyer';
    await page.evaluate(tellStates, TOLD);
  }

  for (const page of context.pages()) follow(page);
  // Where the tab is closed, or its page is left, there is nothing to hear any more.
  context.on('page', (page) => void hear(page).catch(() => undefined));
  await context.addInitScript(tellAll, [TOLD, BEGUN] as const);
  return watched;
}

/** A report that left before the end of an earlier one was heard of. */
interface Overlap {
  earlier: Request;
  later: Request;
  /** When it was heard of, in milliseconds since 1970: it left before. */
  atMs: number;
}

/** Runs in every page, before anything of its own. */
function tellAll([told, begun]: readonly [string, string]): void {
  console.debug(begun + location.href);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) console.debug(begun + location.href);
  });
  const tell = () => console.debug(told + JSON.stringify((window.vaultlink as Vaultlink).state()));
  document.addEventListener('DOMContentLoaded', () => {
    (window.vaultlink as Vaultlink | undefined)?.subscribe(tell);
  });
  addEventListener('endlink-missing', tell, true);
}

/** Runs in a page that {@link tellAll} did not run in. */
function tellStates(told: string): void {
  (window.vaultlink as Vaultlink).subscribe((state) => console.debug(told + JSON.stringify(state)));
}

function inWords({ state, outcome, attempts = 0, status, probablyRecorded }: EndlinkState) {
  const answer = status === undefined ? '' : `, status ${status}`;
  return `is ${state}: ${outcome}, attempts ${attempts}${answer}${probablyRecorded ? ', probably recorded' : ''}`;
}
