import { TabStorage } from './tab-storage.ts';
import type { PageWindow } from './enter-page.ts';

/** One tab of the playground's browser. */
export interface Tab {
  readonly id: number;
  readonly frame: HTMLIFrameElement;
  readonly sessionStorage: TabStorage;
  /** The page of the service that the tab shows. */
  serviceUrl?: string | undefined;
}

/** The playground's browser: tabs that show survey pages. */
export interface BrowserTabs {
  readonly localStorage: TabStorage;
  open(): readonly Tab[];
  /** The survey pages that the tabs show. */
  pages(): PageWindow[];
  /** The tab whose page this is. */
  tabOf(page: Window): Tab | undefined;
  /** Shows an address in the only tab. Fulfilled once the page is loaded. */
  show(url: string): Promise<void>;
  /** Shows an address in two tabs. The second one has a copy of the storage, as "Duplicate tab" of a browser makes it. */
  showTwice(url: string): void;
  /** Closes all tabs. */
  close(): void;
  /** Opens the tab that was closed last, as "Reopen closed tab" of a browser does: with its storage. */
  reopen(): void;
  canReopen(): boolean;
  /** Closes all tabs and forgets what they stored. */
  reset(): void;
}

/**
 * @param parent where the tabs are shown
 * @param onLoad called when a tab shows another page
 */
export function createBrowserTabs(parent: HTMLElement, onLoad: (tab: Tab) => void): BrowserTabs {
  let tabs: Tab[] = [];
  let closed: { url: string; sessionStorage: TabStorage } | undefined;
  let localStorage = new TabStorage();
  let count = 0;

  function openTab(url: string, sessionStorage: TabStorage): Tab {
    const frame = document.createElement('iframe');
    const tab: Tab = { id: (count += 1), frame, sessionStorage };
    frame.title = tabs.length ? 'Survey page in the second tab' : 'Survey page';
    frame.src = url;
    tabs.push(tab);
    frame.addEventListener('load', () => onLoad(tab));
    parent.append(frame);
    parent.dataset.tabs = String(tabs.length);
    return tab;
  }

  function closeTabs(from = 0): void {
    const closing = tabs.slice(from);
    tabs = tabs.slice(0, from);
    for (const { frame } of closing) frame.remove();
    parent.dataset.tabs = String(tabs.length);
  }

  return {
    get localStorage() {
      return localStorage;
    },
    open: () => tabs,
    pages: () => tabs.map(pageOf).filter((page) => page !== undefined),
    tabOf: (page) => tabs.find(({ frame }) => frame.contentWindow === page),
    async show(url) {
      closeTabs(1);
      let [tab] = tabs;
      if (tab) loadUrl(tab, url);
      else tab = openTab(url, new TabStorage());
      const { frame } = tab;
      await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    },
    showTwice(url) {
      const [tab] = tabs;
      if (!tab) return;
      closeTabs(1);
      loadUrl(tab, url);
      openTab(url, TabStorage.copyOf(tab.sessionStorage));
    },
    close() {
      const [tab] = tabs;
      if (tab) closed = { url: addressOf(tab), sessionStorage: tab.sessionStorage };
      closeTabs();
    },
    reopen() {
      if (closed && !tabs.length) openTab(closed.url, closed.sessionStorage);
      closed = undefined;
    },
    canReopen: () => closed !== undefined && !tabs.length,
    reset() {
      closeTabs();
      closed = undefined;
      localStorage = new TabStorage();
    },
  };
}

/** Leads a tab to an address, whatever it shows now. */
function loadUrl(tab: Tab, url: string): void {
  const { frame } = tab;
  tab.serviceUrl = undefined;
  // In this order it is one navigation: `srcdoc` hides `src` until it is removed.
  frame.src = url;
  frame.removeAttribute('srcdoc');
}

/** The address of the page in a tab. */
const addressOf = (tab: Tab): string => pageOf(tab)?.location.href ?? tab.frame.src;

/** The survey page in a tab. `undefined`: it shows a page of the service, or an error page of the browser. */
function pageOf({ frame }: Tab): PageWindow | undefined {
  const page = frame.contentWindow as PageWindow | null;
  try {
    return page?.location.protocol.startsWith('http') ? page : undefined;
  } catch {
    return undefined;
  }
}
