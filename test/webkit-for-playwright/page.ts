import { Clock } from './clock.ts';
import type { CommandQueue } from './command-queue.ts';
import { Frame } from './frame.ts';
import type { Script } from './frame.ts';
import { recordConsole } from './in-page/record-console.ts';
import { callOf } from './in-page/scripts.ts';
import type { ConsoleMessage } from './in-page/scripts.ts';
import { Keyboard } from './keyboard.ts';
import { pollUntil } from './poll.ts';
import type { Network } from './network.ts';
import type { Response } from './response.ts';
import { Tab } from './tab.ts';
import { UncoveredError } from './uncovered.ts';
import { urlPattern } from './url-pattern.ts';

/** The context that the page belongs to. */
interface PageContext {
  windowHandles: () => Promise<string[]>;
  /** Waits until a page has opened another window. */
  waitForPopup: () => Promise<unknown>;
  newPage: () => Promise<unknown>;
}

/** How often a page with a listener is asked for its console messages. */
const CONSOLE_POLL_MS = 100;

/** Playwright's `Page`: a window of WebKitGTK. */
export class Page extends Frame {
  readonly clock = new Clock(this);
  readonly keyboard: Keyboard;
  readonly #context: PageContext;
  readonly #network: Network;
  readonly #listeners: ((message: ConsoleMessage) => void)[];
  #consoleTimer: NodeJS.Timeout | undefined;
  #consoleRead: Promise<unknown> | undefined;

  constructor(context: PageContext, handle: string, queue: CommandQueue, network: Network) {
    const listeners: ((message: ConsoleMessage) => void)[] = [];
    super(new Tab(handle, queue, (message) => listeners.forEach((listen) => listen(message))));
    this.keyboard = new Keyboard(this.tab);
    this.#listeners = listeners;
    this.#context = context;
    this.#network = network;
  }

  context(): PageContext {
    return this.#context;
  }

  async goto(url: string): Promise<{ status: () => number }> {
    const statuses = new Map<string, number>();
    const recordStatus = (response: Response) => statuses.set(response.url(), response.status());
    this.#network.on('response', recordStatus);
    await this.tab.command(undefined, 'POST', 'url', { url });
    await this.#readUrl();
    this.#network.off('response', recordStatus);
    const status = statuses.get(url.replace(/#.*/, '')) ?? 0;
    return { status: () => status };
  }

  /** Returns the address that was read last, and starts to read it again. */
  url(): string {
    void this.#readUrl().catch(() => undefined);
    return this.tab.url;
  }

  async reload(): Promise<void> {
    await this.tab.command(undefined, 'POST', 'refresh');
    await this.#readUrl();
  }

  async goBack(): Promise<void> {
    await this.tab.command(undefined, 'POST', 'back');
  }

  async goForward(): Promise<void> {
    await this.tab.command(undefined, 'POST', 'forward');
  }

  async content(): Promise<string> {
    return String(await this.evaluate('document.documentElement.outerHTML'));
  }

  async waitForURL(glob: string): Promise<void> {
    const pattern = urlPattern(glob);
    await pollUntil(
      glob,
      () => this.#readUrl(),
      (url) => pattern.test(url),
    );
    await this.waitForLoadState();
  }

  async waitForFunction(script: Script, parameter?: unknown): Promise<void> {
    await pollUntil(String(script), () => this.evaluate(script, parameter).catch(() => false));
  }

  async waitForLoadState(): Promise<void> {
    await this.waitForFunction('document.readyState === "complete"');
  }

  waitForResponse(glob: string): Promise<unknown> {
    return this.#network.next('response', urlPattern(glob));
  }

  waitForRequest(glob: string): Promise<unknown> {
    return this.#network.next('request', urlPattern(glob));
  }

  waitForEvent(name: string): Promise<unknown> {
    switch (name) {
      case 'requestfailed':
        return this.#network.next(name);
      case 'popup':
        return this.#context.waitForPopup();
      case 'close':
        return pollUntil('the window to close', () => this.isClosed());
      default:
        throw new UncoveredError(`page.waitForEvent('${name}')`);
    }
  }

  async isClosed(): Promise<boolean> {
    return !(await this.#context.windowHandles()).includes(this.tab.handle);
  }

  on(name: string, listener: (payload: never) => void): void {
    if (name === 'request') {
      this.#network.on(name, listener as () => void);
      return;
    }
    if (name !== 'console' && name !== 'pageerror') throw new UncoveredError(`page.on('${name}')`);
    this.addInitScript(recordConsole);
    this.#listeners.push(({ type, text }) => {
      if (type === name) listener({ text: () => text, message: text } as never);
    });
    this.#consoleTimer ??= setInterval(() => this.#readConsole(), CONSOLE_POLL_MS);
  }

  addInitScript(script: () => void): void {
    this.#network.addInitScript(callOf(script));
  }

  route(...rule: Parameters<Network['route']>): void {
    this.#network.route(...rule);
  }

  unrouteAll(): void {
    this.#network.unrouteAll();
  }

  frames(): Frame[] {
    return [this, new Frame(this.tab, 0)];
  }

  async bringToFront(): Promise<void> {
    await this.#readUrl();
  }

  async close(): Promise<void> {
    this.stopListening();
    // The browser ends when its last window closes.
    if ((await this.#context.windowHandles()).length === 1) await this.#context.newPage();
    await this.tab.command(undefined, 'DELETE', 'window');
  }

  /** Stops reading console messages. The context calls it before the browser ends. */
  stopListening(): void {
    clearInterval(this.#consoleTimer);
  }

  /** Evaluates an expression in the page and in each of its frames. The clock uses it. */
  async evaluateEverywhere(expression: string): Promise<void> {
    const frameCount = Number(await this.evaluate('window.length'));
    const frames = Array.from({ length: frameCount }, (_, index) => new Frame(this.tab, index));
    for (const frame of [this, ...frames]) await frame.evaluate(expression);
  }

  async #readUrl(): Promise<string> {
    await this.evaluate('null');
    return this.tab.url;
  }

  /** One read at a time: more of them in the queue would delay the commands of the test. */
  #readConsole(): void {
    this.#consoleRead ??= this.#readUrl()
      .catch(() => undefined)
      .finally(() => (this.#consoleRead = undefined));
  }
}
