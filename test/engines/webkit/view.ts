import type { Sight, Step } from './in-page.ts';
import type { ElementReference, Found, Place, Tab } from './tab.ts';
import { WebDriverError } from '../../support/web-driver.ts';
import { until } from './until.ts';

/** The text of a script, or a function that runs in the page, with at most one parameter. */
type Script = string | ((parameter: never) => unknown);

/** A value as source text: unlike JSON it keeps `undefined`. */
function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join()}]`;
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

/** How a role may be narrowed. */
interface RoleOptions {
  name?: string | RegExp;
  level?: number;
}

/** What page and frame have in common. The methods are those of Playwright, as far as the flows ask for them. */
export class View implements Place {
  readonly tab: Tab;
  readonly frame: Place['frame'];

  constructor(tab: Tab, frame?: Place['frame']) {
    this.tab = tab;
    this.frame = frame;
  }

  /** What the script returns, once that is settled. */
  evaluate(script: Script, parameter?: unknown): Promise<unknown> {
    const expression =
      typeof script === 'string' ? script : `(${String(script)})(${literalOf(parameter)})`;
    return this.tab.evaluate(this, expression);
  }

  getByRole(role: string, { name, level }: RoleOptions = {}): Locator {
    const pattern = name instanceof RegExp ? { source: name.source, flags: name.flags } : name;
    return this.#locate({
      by: 'role',
      role,
      ...(pattern !== undefined && { name: pattern }),
      ...(level !== undefined && { level }),
    });
  }

  getByText(text: string, { exact = false } = {}): Locator {
    return this.#locate({ by: 'text', text, exact });
  }

  getByLabel(text: string): Locator {
    return this.#locate({ by: 'label', text });
  }

  locator(selector: string): Locator {
    return this.#locate({ by: 'css', selector });
  }

  #locate(step: Step): Locator {
    return new Locator(this, [step]);
  }
}

/** A place in a page, looked up whenever it is used. The methods are those of Playwright, as far as the flows ask for them. */
export class Locator {
  readonly view: View;
  readonly #steps: readonly Step[];

  constructor(view: View, steps: readonly Step[]) {
    this.view = view;
    this.#steps = steps;
  }

  filter({ hasText: text }: { hasText: string }): Locator {
    return this.#then({ by: 'filter', text });
  }

  first(): Locator {
    return this.#then({ by: 'index', index: 0 });
  }

  last(): Locator {
    return this.#then({ by: 'index', index: -1 });
  }

  contentFrame(): View {
    return new View(this.view.tab, this.#steps);
  }

  async allTextContents(): Promise<string[]> {
    return (await this.look()).map(({ text }) => text);
  }

  async click(): Promise<void> {
    await this.#act((id) => this.#command(`element/${id}/click`));
    // The next command waits for the page that a click may lead to. A window that it closed is no problem.
    await this.look().catch(() => undefined);
  }

  async dblclick(): Promise<void> {
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#act((_, element) =>
      this.#command('actions', {
        actions: [
          {
            ...{ type: 'pointer', id: 'mouse' },
            actions: [{ type: 'pointerMove', origin: element, x: 0, y: 0 }, ...press, ...press],
          },
        ],
      }),
    );
  }

  async dispatchEvent(type: string): Promise<void> {
    await this.#act((_, element) =>
      this.view.tab.execute(
        this.view,
        'arguments[0].dispatchEvent(new Event(arguments[1], { bubbles: true, composed: true }))',
        element,
        type,
      ),
    );
  }

  check(): Promise<void> {
    return this.click();
  }

  async fill(text: string): Promise<void> {
    await this.#act((id) => this.#command(`element/${id}/clear`));
    await this.#act((id) => this.#command(`element/${id}/value`, { text }));
  }

  async focus(): Promise<void> {
    await this.#act((_, element) =>
      this.view.tab.execute(this.view, 'arguments[0].focus()', element),
    );
  }

  /** What is there now. */
  async look(): Promise<Sight[]> {
    return (await this.#find()).sights;
  }

  /** The only element that is there: waited for. */
  async element(): Promise<ElementReference> {
    const elements = await until(
      `one of ${JSON.stringify(this.#steps)}`,
      async () => (await this.#find()).elements,
      ({ length }) => length === 1,
    );
    return elements[0] ?? {};
  }

  /** Does something with the only element there is, again where the page replaced or moved it meanwhile. */
  async #act(act: (id: string, element: ElementReference) => Promise<unknown>): Promise<void> {
    await until('an element that holds still', async () => {
      const element = await this.element();
      return act(Object.values(element)[0] ?? '', element).then(
        () => true,
        (error: unknown) => {
          if (error instanceof WebDriverError && /stale|intercepted|interactable/.test(error.error))
            return false;
          throw error;
        },
      );
    });
  }

  #find(): Promise<Found> {
    return this.view.tab.find(this.view, this.#steps);
  }

  #command(path: string, body?: object): Promise<unknown> {
    return this.view.tab.command(this.view, 'POST', path, body);
  }

  #then(step: Step): Locator {
    return new Locator(this.view, [...this.#steps, step]);
  }
}
