import { hear, ownClock } from './in-page.ts';
import { patternOf } from './network.ts';
import type { Network } from './network.ts';
import { Tab } from './tab.ts';
import type { Line, Switch } from './tab.ts';
import { until } from './until.ts';
import { View } from './view.ts';

/** The keys that have no character of their own. @see https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Record<string, string> = { Tab: '\uE004', Enter: '\uE007', Space: ' ' };

/** The browser whose window it is. */
interface Windows {
  handles: () => Promise<string[]>;
  /** Waits for a window that a page opens. */
  nextPage: () => Promise<unknown>;
  newPage: () => Promise<unknown>;
}

/** The text that calls a function. */
const callOf = (script: () => void) => `(${String(script)})()`;

/** How often a page that is listened to is asked what it has said. */
const LISTEN_MS = 100;

/** A window of WebKitGTK with its page. The methods are those of Playwright, as far as the flows ask for them. */
export class WebkitPage extends View {
  readonly #context: Windows;
  readonly #network: Network;
  readonly #listeners: ((line: Line) => void)[];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> | undefined;

  constructor(context: Windows, handle: string, switcher: Switch, network: Network) {
    const listeners: ((line: Line) => void)[] = [];
    super(new Tab(handle, switcher, (line) => listeners.forEach((listen) => listen(line))));
    this.#listeners = listeners;
    this.#context = context;
    this.#network = network;
  }

  context(): Windows {
    return this.#context;
  }

  async goto(url: string): Promise<{ status: () => number }> {
    const statuses = new Map<string, number>();
    const note = (answer: { url: () => string; status: () => number }) =>
      statuses.set(answer.url(), answer.status());
    this.#network.on('response', note);
    await this.tab.command(this, 'POST', 'url', { url });
    await this.#look();
    this.#network.off('response', note);
    const status = statuses.get(url.replace(/#.*/, '')) ?? 0;
    return { status: () => status };
  }

  /** Where it was when it was last looked at; and looks again. */
  url(): string {
    void this.#look().catch(() => undefined);
    return this.tab.url;
  }

  async reload(): Promise<void> {
    await this.tab.command(this, 'POST', 'refresh');
    await this.#look();
  }

  async goBack(): Promise<void> {
    await this.tab.command(this, 'POST', 'back');
  }

  async goForward(): Promise<void> {
    await this.tab.command(this, 'POST', 'forward');
  }

  async content(): Promise<string> {
    return String(await this.evaluate('document.documentElement.outerHTML'));
  }

  async waitForURL(glob: string): Promise<void> {
    const pattern = patternOf(glob);
    await until(
      glob,
      () => this.#look(),
      (url) => pattern.test(url),
    );
    await this.waitForLoadState();
  }

  async waitForFunction(
    script: Parameters<View['evaluate']>[0],
    parameter?: unknown,
  ): Promise<void> {
    await until(String(script), () => this.evaluate(script, parameter).catch(() => false));
  }

  async waitForLoadState(): Promise<void> {
    await this.waitForFunction('document.readyState === "complete"');
  }

  waitForResponse(glob: string): Promise<unknown> {
    return this.#network.next('response', patternOf(glob));
  }

  waitForRequest(glob: string): Promise<unknown> {
    return this.#network.next('request', patternOf(glob));
  }

  waitForEvent(name: 'popup' | 'close' | 'requestfailed'): Promise<unknown> {
    if (name === 'requestfailed') return this.#network.next(name);
    if (name === 'popup') return this.#context.nextPage();
    return until('a closed window', () => this.isClosed());
  }

  async isClosed(): Promise<boolean> {
    return !(await this.#context.handles()).includes(this.tab.handle);
  }

  on(name: 'console' | 'pageerror' | 'request', listen: (about: never) => void): void {
    if (name === 'request') {
      this.#network.on(name, listen as () => void);
      return;
    }
    this.#network.addInitScript(callOf(hear));
    this.#listeners.push(({ type, text }) => {
      if (type === name) listen({ text: () => text, message: text } as never);
    });
    // One look at a time: all that is asked of the browser meanwhile would wait for those in the queue.
    this.#timer ??= setInterval(() => {
      this.#looking ??= this.#look()
        .catch(() => undefined)
        .finally(() => (this.#looking = undefined));
    }, LISTEN_MS);
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

  frames(): View[] {
    return [this, new View(this.tab, 0)];
  }

  async bringToFront(): Promise<void> {
    await this.#look();
  }

  readonly clock = {
    install: () => this.addInitScript(ownClock),
    pauseAt: (ms: number) => this.#tellClock('pauseAt', ms),
    fastForward: (ms: number) => this.#tellClock('fastForward', ms),
  };

  readonly keyboard = {
    press: async (key: string) => {
      const value = KEYS[key];
      const actions = [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ];
      await this.tab.command(this, 'POST', 'actions', {
        actions: [{ type: 'key', id: 'keyboard', actions }],
      });
    },
  };

  async close(): Promise<void> {
    this.stopListening();
    // The browser would end with its last window.
    if ((await this.#context.handles()).length === 1) await this.#context.newPage();
    await this.tab.command(this, 'DELETE', 'window');
  }

  stopListening(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<string> {
    await this.evaluate('null');
    return this.tab.url;
  }

  /** Those of its frames, too. */
  async #tellClock(method: string, ms: number): Promise<void> {
    const count = Number(await this.evaluate('window.length'));
    const frames = Array.from({ length: count }, (_, number) => new View(this.tab, number));
    for (const view of [this, ...frames])
      await view.evaluate(`window[Symbol.for('clock')].${method}(${ms})`);
  }
}
