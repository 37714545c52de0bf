import { startWebkit } from '../../support/web-driver.ts';
import type { WebDriver } from '../../support/web-driver.ts';
import { startNetwork } from './network.ts';
import type { Network } from './network.ts';
import { WebkitPage } from './page.ts';
import { Switch } from './tab.ts';
import { until } from './until.ts';

/** A cookie as WebDriver has it. */
interface DriverCookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  httpOnly: boolean;
  sameSite: string;
}

/** A WebKitGTK of its own. The methods are those of Playwright's contexts, as far as the flows ask for them. */
export class WebkitContext {
  readonly #driver: WebDriver;
  readonly #network: Network;
  readonly #switch: Switch;
  readonly #pages: WebkitPage[] = [];

  private constructor(driver: WebDriver, network: Network) {
    this.#driver = driver;
    this.#network = network;
    this.#switch = new Switch(driver);
  }

  /** Starts one, with its first page. */
  static async start(): Promise<WebkitContext> {
    const network = await startNetwork();
    const context = new WebkitContext(await startWebkit(network.address), network);
    const [handle = ''] = await context.handles();
    context.#open(handle);
    return context;
  }

  /** The first page, and those that tests have opened since. */
  pages(): readonly WebkitPage[] {
    return this.#pages;
  }

  handles(): Promise<string[]> {
    return this.#driver.command('GET', 'window/handles');
  }

  async newPage(): Promise<WebkitPage> {
    const handles = await this.handles();
    // The driver opens one from another that is still open.
    const opener = this.#pages.find(({ tab }) => handles.includes(tab.handle));
    if (!opener) throw new Error('The last window is closed.');
    const order = { type: 'window' };
    const { handle } = await opener.tab.command<{ handle: string }>(
      opener,
      'POST',
      'window/new',
      order,
    );
    return this.#open(handle);
  }

  async nextPage(): Promise<WebkitPage> {
    const known = this.#pages.map(({ tab }) => tab.handle);
    const handles = await until(
      'another window',
      async () => (await this.handles()).filter((handle) => !known.includes(handle)),
      ({ length }) => length > 0,
    );
    return this.#open(handles[0] ?? '');
  }

  /** All that the browser has. */
  async cookies(): Promise<DriverCookie[]> {
    const cookies = new Map<string, DriverCookie>();
    const page = await this.newPage();
    // WebDriver tells those of the page that it is on.
    for (const url of this.#network.blankPages()) {
      await page.goto(url);
      const some = await page.tab.command<DriverCookie[]>(page, 'GET', 'cookie');
      for (const cookie of some) cookies.set(JSON.stringify(cookie), cookie);
    }
    await page.close();
    return [...cookies.values()];
  }

  async addCookies([{ name, value, url }]: [{ name: string; value: string; url: string }]) {
    const [page] = this.#pages;
    await page?.goto(url);
    await page?.tab.command(page, 'POST', 'cookie', { cookie: { name, value } });
  }

  async setOffline(offline: boolean): Promise<void> {
    this.#network.setOffline(offline);
    // The browser does not know of its proxy's wires: the pages are told.
    const name = offline ? 'offline' : 'online';
    for (const page of this.#pages)
      await page.evaluate(`(() => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => ${!offline} });
        dispatchEvent(new Event('${name}'));
      })()`);
  }

  on(name: 'console' | 'response', listen: (about: never) => void): void {
    if (name === 'response') this.#network.on(name, listen as () => void);
    else this.#pages.forEach((page) => page.on(name, listen));
  }

  async close(): Promise<void> {
    this.#pages.forEach((page) => page.stopListening());
    await this.#driver.close();
    await this.#network.close();
  }

  #open(handle: string): WebkitPage {
    const page = new WebkitPage(this, handle, this.#switch, this.#network);
    this.#pages.push(page);
    return page;
  }
}
