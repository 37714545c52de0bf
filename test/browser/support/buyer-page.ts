import type * as Endlink from '../../../src/browser/endlink/index.ts';
import type { EndlinkEngine } from '../../../src/browser/endlink/parts.ts';
import type { Report } from '../../../src/browser/endlink/record.ts';
import type { EndlinkOptions } from '../../../src/browser/endlink/options.ts';
import type { EndlinkState } from '../../../src/browser/endlink/state.ts';
import { Service } from './service.ts';
import type { Reply } from './service.ts';

/** The service's address in these tests. Nothing is ever sent there. */
export const BASE_URL = 'https://service.example';

/** A query as the service appends it. */
export const LANDING = '?service_endlink_token=abc&seller_id=42';

/** Where the pages of the buyer are. */
export const PAGE_URL = new URL('page.html', import.meta.url).href;

/** A timer of a page, which runs when a test says so. */
interface Timer {
  id: number;
  delayMs: number;
  run: () => void;
}

type PageWindow = Window &
  typeof globalThis & { load: (address: string) => Promise<unknown>; vaultlink?: EndlinkEngine };

/** A page of the buyer, in a frame: with modules, a `window.vaultlink` and an address of its own, in the tab that the other pages share. */
export interface BuyerPage {
  window: PageWindow;
  document: Document;
  service: Service;
  /** The names and details of the endlink's events, in order. */
  events: { type: string; detail: EndlinkState; target: EventTarget | null }[];
  /** What was printed as a warning. */
  warnings: string[];
  /** What the page threw, or reported as an error. */
  errors: string[];
  /** The timers that wait, where the page was opened with `timers: 'held'`. */
  timers: Timer[];
  /** Runs a module of the product in this page. */
  load: <Module>(path: string) => Promise<Module>;
  /** Installs the engine as a bundle does. */
  start: (options?: EndlinkOptions) => Promise<typeof Endlink>;
  /** Adds the script tag, as a module, with these attributes. */
  addTag: (attributes?: Record<string, string>) => Promise<void>;
  /** The engine of the page. */
  engine: () => EndlinkEngine;
  /** The page's own part of its address. */
  address: () => string;
  /** Loads the same history entry anew. */
  reload: () => Promise<BuyerPage>;
}

/** How to open a page. */
export interface OpenOptions {
  /** `held`: timers run when the test says so. Default: as usual. */
  timers?: 'held';
  /** What the service answers first. Default: 200 to all. */
  replies?: Reply[];
  /** Makes the page other than pages are, before anything of the product runs in it. */
  before?: (window: PageWindow) => void;
  /** The page that shows it in a frame. Default: that of the test. */
  within?: Document;
}

const EVENTS = [
  ...['endlink-reporting', 'endlink-accepted', 'endlink-confirmed', 'endlink-rejected'],
  ...['endlink-unknown', 'endlink-missing', 'endlink-expiring'],
];

/** Opens a page at an address with this query and hash. */
export async function openPage(query = '', options: OpenOptions = {}): Promise<BuyerPage> {
  const { body } = options.within ?? document;
  const frame = body.ownerDocument.createElement('iframe');
  frame.title = 'A page of the buyer';
  frame.src = PAGE_URL + query;
  const loaded = loadOf(frame);
  body.append(frame);
  await loaded;
  return preparePage(frame, options);
}

const loadOf = (frame: HTMLIFrameElement) =>
  new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));

function preparePage(frame: HTMLIFrameElement, options: OpenOptions): BuyerPage {
  const window = frame.contentWindow as PageWindow;
  const page: BuyerPage = {
    window,
    document: window.document,
    service: new Service(),
    events: [],
    warnings: [],
    errors: [],
    timers: [],
    load: (path) => window.load(`/src/browser/${path}`) as Promise<never>,
    start: async (engineOptions) => {
      const endlink = await page.load<typeof Endlink>('endlink/index.ts');
      endlink.captureEndlink({ baseUrl: BASE_URL, ...engineOptions });
      return endlink;
    },
    addTag: async (attributes = {}) => {
      const tag = window.document.createElement('script');
      tag.type = 'module';
      tag.src = `/tag/vaultlink.js?${window.document.scripts.length}`;
      tag.dataset.partsUrl = '/parts/';
      for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value);
      const loaded = new Promise((resolve) => tag.addEventListener('load', resolve));
      window.document.head.append(tag);
      await loaded;
    },
    engine: () => window.vaultlink as EndlinkEngine,
    address: () => window.location.href.slice(PAGE_URL.length),
    reload: async () => {
      const loaded = loadOf(frame);
      window.location.reload();
      await loaded;
      return preparePage(frame, options);
    },
  };
  page.service.replies.push(...(options.replies ?? []));
  window.fetch = page.service.fetch as typeof fetch;
  window.console.warn = (text: string) => page.warnings.push(text);
  window.addEventListener('error', ({ message }) => page.errors.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => page.errors.push(String(reason)));
  if (options.timers) holdTimers(page);
  for (const type of EVENTS) {
    window.document.addEventListener(type, (event) => {
      const { detail, target } = event as CustomEvent<EndlinkState>;
      page.events.push({ type, detail, target });
    });
  }
  options.before?.(window);
  return page;
}

/** The types of the events, in order. */
export const typesOf = ({ events }: BuyerPage): string[] => events.map(({ type }) => type);

function holdTimers({ window, timers }: BuyerPage): void {
  let id = 0;
  // WebKit has none, and a timer in its place is none that a test has to run.
  const setRealTimer = (window as Window).setTimeout.bind(window);
  if (!('requestIdleCallback' in window))
    Object.assign(window, {
      requestIdleCallback: (callback: () => void) => setRealTimer(callback),
    });
  const setTimer = (run: (...values: unknown[]) => void, delayMs = 0, ...values: unknown[]) => {
    id += 1;
    timers.push({ id, delayMs, run: () => run(...values) });
    return id;
  };
  window.setTimeout = setTimer as typeof window.setTimeout;
  window.clearTimeout = (cleared) => {
    const index = timers.findIndex((timer) => timer.id === cleared);
    if (index >= 0) timers.splice(index, 1);
  };
}

/** Makes a page one whose storage the browser blocks, as in some frames of other sites. */
export function blockStorage(window: Window): void {
  for (const name of ['sessionStorage', 'localStorage']) {
    const get = () => {
      throw new DOMException('The browser blocks storage.', 'SecurityError');
    };
    Object.defineProperty(window, name, { get });
  }
}

/** Leaves every page. What the tab stores stays. */
export function leavePages(): void {
  document.querySelectorAll('iframe').forEach((frame) => frame.remove());
}

/** Leaves every page, and empties what the tab and the browser store. */
export function closeTab(): void {
  leavePages();
  sessionStorage.clear();
  localStorage.clear();
}

/** A record as a test reads or writes it: of any state. */
export interface AnyRecord extends Partial<Omit<Report, 'attempts' | 'ambiguous'>> {
  attempts?: number | undefined;
  ambiguous?: boolean | undefined;
  token: string;
  query: string;
  capturedAtMs: number;
  state: string;
  sellerId?: string;
  interactionId?: string;
  isExpiring?: boolean;
  inMemory?: boolean;
  previous?: AnyRecord;
  entries?: string[];
}

/** Returns the record that the tab has stored. */
export const storedRecord = () => JSON.parse(sessionStorage.vaultlink as string) as AnyRecord;

/** Puts a record into the tab, as an earlier page would have left it. */
export function storeRecord(record: Partial<AnyRecord>): void {
  const { token = 'abc', query = LANDING, capturedAtMs = Date.now(), state = 'waiting' } = record;
  sessionStorage.vaultlink = JSON.stringify({ ...record, token, query, capturedAtMs, state });
}

/** Returns the marks of the browser's tabs. */
export const storedMarks = () =>
  (Object.values(localStorage) as string[]).map((text) => JSON.parse(text) as AnyRecord);
