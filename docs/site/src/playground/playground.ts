import type { EndlinkState } from '../../../../src/browser/endlink/index.ts';
import { createBrowserTabs } from './browser-tabs.ts';
import type { BrowserTabs, Tab } from './browser-tabs.ts';
import { enterPage } from './enter-page.ts';
import type { PageWindow } from './enter-page.ts';
import { createLog } from './log.ts';
import type { Log } from './log.ts';
import { createNetwork } from './network.ts';
import type { Network } from './network.ts';
import type { Records } from './records.ts';
import { describeNetwork, describeState } from './sentences.ts';
import { createPlaygroundService, SERVICE_URL } from './service.ts';
import type { PlaygroundService } from './service.ts';
import { showServicePage, watchBlockedNavigations } from './service-page.ts';
import { outcomeUrl } from '../../../../src/protocol/index.ts';
import type { Outcome } from '../../../../src/protocol/index.ts';
import { createTransport } from './transport.ts';

/** How long a request takes to the service, so that one can see what happens meanwhile. */
const LATENCY_MS = 200;

/** Everything that the controls and views of the playground share. */
export interface Playground {
  readonly service: PlaygroundService;
  readonly network: Network;
  readonly tabs: BrowserTabs;
  readonly log: Log;
  /** What the service has on record. Read anew before each {@link PlaygroundOptions.onChange}. */
  readonly records: Records;
  /** What the tag of the first tab says. */
  readonly state: EndlinkState;
  /** Address of a survey page. */
  pageUrl(name: string): string;
  /** Loads the page of each tab again. */
  reload(): void;
  /** Sets whether the network is there, and tells the pages. */
  setOnline(isOnline: boolean): void;
  /** Moves the clocks of the service and of the pages. */
  advance(seconds: number): Promise<void>;
  /** Reads the records, and shows them. */
  refresh(): Promise<void>;
  /** Forgets everything that happened. */
  reset(): Promise<void>;
}

/** Where the playground is, and who shows it. */
export interface PlaygroundOptions {
  /** Where the tabs are shown. */
  screen: HTMLElement;
  /** Folder of the survey pages. */
  pagesUrl: string;
  onChange: (playground: Playground) => void;
}

const NO_RECORDS: Records = {
  sellers: [],
  sellers_packets: [],
  tokens: [],
  requests: [],
  faults: [],
  held_requests: 0,
};

declare global {
  interface Window {
    /** The first script of each survey page calls it, before the tag runs. */
    enterPlayground?: (page: PageWindow) => void;
  }
}

/** Connects the sandbox, the network and the tabs. */
export function createPlayground(options: PlaygroundOptions): Playground {
  const { screen, pagesUrl, onChange } = options;
  const pageUrl = (name: string) => new URL(`${name}.html`, pagesUrl).href;
  const service = createPlaygroundService(pageUrl('landing'));
  const network = createNetwork(LATENCY_MS);
  const log = createLog();
  const sender = { origin: location.origin, userAgent: navigator.userAgent };
  let records = NO_RECORDS;
  let aheadMs = 0;
  /** The last state of each tab, and of each seller in any tab. */
  let states = new Map<Tab | string, EndlinkState>();

  const transport = createTransport({
    service: service.fetch,
    network,
    onEvent(event) {
      log.add('Network', describeNetwork(event));
      void refresh();
    },
  });

  const tabs = createBrowserTabs(screen, () => void refresh());

  window.enterPlayground = (page) => {
    const tab = tabs.tabOf(page);
    if (!tab) return;
    let isFirst = true;
    enterPage(page, {
      sessionStorage: tab.sessionStorage,
      localStorage: tabs.localStorage,
      fetch: (_page, url, init) => transport.fetch(sender, url, init),
      isServiceUrl,
      isOnline: () => network.isOnline,
      aheadMs: () => aheadMs,
      onState(state) {
        const { sellerId = '' } = state;
        const isSame = keyOf(state) === keyOf(states.get(isFirst ? sellerId : tab));
        if (isSame && !isFirst) return;
        const fileName = page.location.pathname.split('/').at(-1);
        const actor = tabs.open().indexOf(tab) > 0 ? 'Tag, tab 2' : 'Tag';
        log.add(actor, describeState(state, isSame ? fileName : undefined));
        isFirst = false;
        states.set(tab, state).set(sellerId, state);
        void refresh();
      },
      onWarning(text) {
        log.add('Console', { text: text.replace('[vaultlink] ', ''), tone: 'neutral' });
        void refresh();
      },
      onLeave: (url) => void leaveForService(tab, url),
    });
  };

  void service.watch(() => void refresh());
  // Where the page cannot tell, the browser refuses. It does not say which page it was.
  watchBlockedNavigations(SERVICE_URL, () => {
    for (const tab of tabs.open()) {
      const url = reportUrl(tab);
      if (url) void leaveForService(tab, url);
    }
  });

  async function leaveForService(tab: Tab, url: string): Promise<void> {
    log.add('Seller', { text: 'Leaves for the page of the marketplace.', tone: 'neutral' });
    await openServicePage(tab, url);
  }

  /** Shows what the service answers to a page that leads there. */
  async function openServicePage(tab: Tab, url: string): Promise<void> {
    tab.serviceUrl = url;
    const answer = await transport.navigate(sender, url);
    await showServicePage(tab, answer, new URL('survey.css', pagesUrl).href);
    await refresh();
  }

  async function refresh(): Promise<void> {
    records = await service.records();
    log.merge(records.requests);
    onChange(playground);
  }

  const playground: Playground = {
    service,
    network,
    tabs,
    log,
    get records() {
      return records;
    },
    get state() {
      const [tab] = tabs.open();
      return (tab && states.get(tab)) ?? { state: 'missing' };
    },
    pageUrl,
    reload() {
      for (const tab of tabs.open())
        if (tab.serviceUrl) void openServicePage(tab, tab.serviceUrl);
        else tab.frame.contentWindow?.location.reload();
    },
    setOnline(isOnline) {
      network.isOnline = isOnline;
      for (const page of tabs.pages())
        page.dispatchEvent(new page.Event(isOnline ? 'online' : 'offline'));
      void refresh();
    },
    async advance(seconds) {
      await service.advance(seconds);
      aheadMs += seconds * 1000;
      await refresh();
    },
    refresh,
    async reset() {
      network.isOnline = true;
      network.isNextRequestLost = false;
      aheadMs = 0;
      tabs.reset();
      states = new Map();
      await service.reset();
      log.clear();
      await refresh();
    },
  };
  return playground;
}

const isServiceUrl = (url: string) => url === SERVICE_URL || url.startsWith(`${SERVICE_URL}/`);

/** Two states with the same key need no two lines in the log. */
const keyOf = (state: EndlinkState | undefined): string =>
  [
    state?.sellerId,
    state?.state,
    state?.attempts ?? 0,
    state?.result,
    state?.probablyRecorded ?? false,
    state?.state === 'waiting' && state.isExpiring,
  ].join();

/** Where the tag leads the seller by itself: some browsers do not tell where a page goes. */
function reportUrl({ sessionStorage }: Tab): string | undefined {
  const record = JSON.parse(sessionStorage.getItem('vaultlink') ?? '{}') as StoredReport;
  if (record.via !== 'redirect' || !record.outcome || !record.token) return undefined;
  return outcomeUrl(SERVICE_URL, `${record.outcome}.html`, record.token);
}

/** What the tag stores, as far as it is read here. */
interface StoredReport {
  via?: string;
  outcome?: Outcome;
  token?: string;
}
