import type { EndlinkState, Vaultlink } from '../../../../src/browser/endlink/index.ts';
import type { TabStorage } from './tab-storage.ts';

/** What the playground gives to a survey page in place of the browser's own. */
export interface PageSurroundings {
  sessionStorage: TabStorage;
  localStorage: TabStorage;
  /** Answers requests to the service. */
  fetch: (page: Window, url: string, init?: RequestInit) => Promise<Response>;
  /** Whether an address is the service's. */
  isServiceUrl: (url: string) => boolean;
  isOnline: () => boolean;
  /** How far the clock is ahead of real time, in milliseconds. */
  aheadMs: () => number;
  /** Called with each state of the tag. */
  onState: (state: EndlinkState) => void;
  /** Called with what the tag writes to the console. */
  onWarning: (text: string) => void;
  /** Called when the page leaves for the service. Not every browser tells. */
  onLeave: (url: string) => void;
}

/** The `window` of a survey page. */
export type PageWindow = Window & typeof globalThis;

/**
 * Puts a survey page into the surroundings of the playground. It is called by the page's first script, before the tag runs. The tag itself,
 * and its parts, are the published files.
 */
export function enterPage(page: PageWindow, surroundings: PageSurroundings): void {
  const { sessionStorage, localStorage, isServiceUrl } = surroundings;
  replace(page, 'sessionStorage', () => sessionStorage);
  replace(page, 'localStorage', () => localStorage);
  replace(page.navigator, 'onLine', surroundings.isOnline);

  const browserFetch = page.fetch.bind(page);
  page.fetch = async (input, init) => {
    const url = new URL(input instanceof page.Request ? input.url : input, page.location.href).href;
    return isServiceUrl(url) ? surroundings.fetch(page, url, init) : browserFetch(input, init);
  };

  const browserNow = page.Date.now.bind(page.Date);
  page.Date.now = () => browserNow() + surroundings.aheadMs();

  const browserWarn = page.console.warn.bind(page.console);
  page.console.warn = (...values: unknown[]) => {
    browserWarn(...values);
    surroundings.onWarning(values.map(String).join(' '));
  };

  leaveOutPreconnect(page, isServiceUrl);

  const { navigation } = page as { navigation?: EventTarget };
  navigation?.addEventListener('navigate', (event) => {
    const { url } = (event as Event & { destination: { url: string } }).destination;
    if (!isServiceUrl(url) || !event.cancelable) return;
    event.preventDefault();
    surroundings.onLeave(url);
  });

  const queue = (page.vaultlink ??= []);
  queue.push((vaultlink: Vaultlink) => vaultlink.subscribe(surroundings.onState));
}

/** The page gets ready to report by opening a connection to the service. Here there is nobody to connect to. */
function leaveOutPreconnect(page: PageWindow, isServiceUrl: (url: string) => boolean): void {
  const { prototype } = page.HTMLLinkElement;
  const href = Object.getOwnPropertyDescriptor(prototype, 'href') ?? {};
  Object.defineProperty(prototype, 'href', {
    ...href,
    set(this: HTMLLinkElement, url: string) {
      if (this.rel !== 'preconnect' || !isServiceUrl(url)) href.set?.call(this, url);
    },
  });
}

function replace(owner: object, name: string, get: () => unknown): void {
  Object.defineProperty(owner, name, { configurable: true, get });
}
