import { CommandQueue } from './command-queue.ts';
import { Network } from './network.ts';
import { Page } from './page.ts';
import { pollUntil } from './poll.ts';
import { PlaywrightObject, UncoveredError } from './uncovered.ts';
import { startWebDriver } from './web-driver.ts';
import type { WebDriver } from './web-driver.ts';

/** A cookie as WebDriver returns it. */
interface Cookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  httpOnly: boolean;
  sameSite: string;
}

/** Playwright's `BrowserContext`: a WebKitGTK of its own. */
export class BrowserContext extends PlaywrightObject {
  readonly #driver: WebDriver;
  readonly #network: Network;
  readonly #queue: CommandQueue;
  readonly #pages: Page[] = [];

  private constructor(driver: WebDriver, network: Network) {
    super();
    this.#driver = driver;
    this.#network = network;
    this.#queue = new CommandQueue(driver);
  }

  /** Starts a browser with one page. */
  static async start(): Promise<BrowserContext> {
    const network = await Network.start();
    const context = new BrowserContext(await startWebDriver(network.address), network);
    const [handle = ''] = await context.windowHandles();
    context.#addPage(handle);
    return context;
  }

  /** Returns the first page, and those that the test has opened or waited for since. Closed pages are among them. */
  pages(): readonly Page[] {
    return this.#pages;
  }

  /** Returns the WebDriver handles of all open windows. */
  windowHandles(): Promise<string[]> {
    return this.#driver.command('GET', 'window/handles');
  }

  async newPage(): Promise<Page> {
    const handles = await this.windowHandles();
    // The driver opens a window from one that is still open.
    const opener = this.#pages.find(({ tab }) => handles.includes(tab.handle));
    if (!opener) throw new Error('The context has no open page.');
    // A window, because new tabs cause timeouts: https://webkit.org/b/283392
    const { handle } = await opener.tab.command<{ handle: string }>(
      ...([undefined, 'POST', 'window/new', { type: 'window' }] as const),
    );
    return this.#addPage(handle);
  }

  /** Waits until a page has opened a window that the test does not know yet. */
  async waitForPopup(): Promise<Page> {
    const known = this.#pages.map(({ tab }) => tab.handle);
    const [handle = ''] = await pollUntil(
      'a popup',
      async () => (await this.windowHandles()).filter((handle) => !known.includes(handle)),
      ({ length }) => length > 0,
    );
    return this.#addPage(handle);
  }

  /** Returns the cookies of each origin that the browser has used. */
  async cookies(): Promise<Cookie[]> {
    const cookies = new Map<string, Cookie>();
    const page = await this.newPage();
    // WebDriver returns only the cookies of the current page.
    for (const url of this.#network.blankPageUrls()) {
      await page.goto(url);
      const found = await page.tab.command<Cookie[]>(undefined, 'GET', 'cookie');
      for (const cookie of found) cookies.set(JSON.stringify(cookie), cookie);
    }
    await page.close();
    return [...cookies.values()];
  }

  async addCookies([{ name, value, url }]: [{ name: string; value: string; url: string }]) {
    const [page] = this.#pages;
    await page?.goto(url);
    await page?.tab.command(undefined, 'POST', 'cookie', { cookie: { name, value } });
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.#network.setOffline(isOffline);
    // The browser does not notice that its proxy fails every request, so its pages get the property and the event from here.
    const event = isOffline ? 'offline' : 'online';
    for (const page of this.#pages)
      await page.evaluate(`(() => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => ${!isOffline} });
        dispatchEvent(new Event('${event}'));
      })()`);
  }

  on(name: string, listener: (payload: never) => void): void {
    if (name === 'response') this.#network.on(name, listener as () => void);
    else if (name === 'console') this.#pages.forEach((page) => page.on(name, listener));
    else throw new UncoveredError(`browserContext.on('${name}')`);
  }

  async close(): Promise<void> {
    this.#pages.forEach((page) => page.stopListening());
    await this.#driver.close();
    await this.#network.close();
  }

  #addPage(handle: string): Page {
    const page = new Page(this, handle, this.#queue, this.#network);
    this.#pages.push(page);
    return page;
  }
}
