import type { ElementReference, FrameAddress } from './command-queue.ts';
import type { ElementState, Step } from './in-page/find-elements.ts';
import { pollUntil } from './poll.ts';
import type { FoundElements, Tab } from './tab.ts';
import { PlaywrightObject } from './uncovered.ts';
import { WebDriverError } from './web-driver.ts';

/** The page or frame that a locator searches. */
interface SearchRoot {
  tab: Tab;
  frameAddress?: FrameAddress | undefined;
  /** Returns the frame of the element that the steps find. */
  childFrame: (steps: readonly Step[]) => unknown;
}

/** The WebDriver error for an element that the page has removed. */
const STALE = 'stale element reference';

/** WebDriver errors after which an action is repeated, because the page replaced or moved the element. */
const RETRIED = [STALE, 'element click intercepted', 'element not interactable'];

/** How often elements are searched while the page replaces them. */
const MAX_SEARCHES = 5;

/** Playwright's `Locator`: steps that find elements, each time it is used. */
export class Locator extends PlaywrightObject {
  readonly #root: SearchRoot;
  readonly #steps: readonly Step[];

  constructor(root: SearchRoot, steps: readonly Step[]) {
    super();
    this.#root = root;
    this.#steps = steps;
  }

  filter({ hasText: text }: { hasText: string }): Locator {
    return this.#with({ by: 'filter', text });
  }

  first(): Locator {
    return this.#with({ by: 'index', index: 0 });
  }

  last(): Locator {
    return this.#with({ by: 'index', index: -1 });
  }

  contentFrame(): unknown {
    return this.#root.childFrame(this.#steps);
  }

  async allTextContents(): Promise<string[]> {
    return (await this.readStates()).map(({ text }) => text);
  }

  async click(): Promise<void> {
    await this.#act((id) => this.#command(`element/${id}/click`));
    // A click may start a navigation, which the next command waits for. If it closed the window, there is nothing to wait for.
    await this.readStates().catch(() => undefined);
  }

  async dblclick(): Promise<void> {
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#act((_, origin) => {
      const actions = [{ type: 'pointerMove', origin, x: 0, y: 0 }, ...press, ...press];
      return this.#command('actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    });
  }

  async dispatchEvent(type: string): Promise<void> {
    await this.#act((_, element) =>
      this.#execute(
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
    await this.pressSequentially(text);
  }

  async pressSequentially(text: string): Promise<void> {
    await this.#act((id) => this.#command(`element/${id}/value`, { text }));
  }

  async focus(): Promise<void> {
    await this.#act((_, element) => this.#execute('arguments[0].focus()', element));
  }

  /** Returns the states of the elements that exist now. Matchers use it. */
  async readStates(): Promise<ElementState[]> {
    return (await this.#findElements()).states;
  }

  /** Waits until there is exactly one element and runs an action on it. Repeats the action if the page replaced or moved the element meanwhile. */
  async #act(action: (id: string, element: ElementReference) => Promise<unknown>): Promise<void> {
    await pollUntil('an element that can be used', async () => {
      const element = await this.#waitForElement();
      return action(Object.values(element)[0] ?? '', element).then(
        () => true,
        (error: unknown) => {
          if (error instanceof WebDriverError && RETRIED.includes(error.code)) return false;
          throw error;
        },
      );
    });
  }

  async #waitForElement(): Promise<ElementReference> {
    const [element = {}] = await pollUntil(
      `exactly one element for ${JSON.stringify(this.#steps)}`,
      async () => (await this.#findElements()).elements,
      ({ length }) => length === 1,
    );
    return element;
  }

  /** Searches again if an element is removed after it was found and before the driver has a reference to it. */
  async #findElements(): Promise<FoundElements> {
    const { tab, frameAddress } = this.#root;
    for (let search = 1; ; search += 1) {
      try {
        return await tab.findElements(frameAddress, this.#steps);
      } catch (error) {
        const isStale = error instanceof WebDriverError && error.code === STALE;
        if (!isStale || search === MAX_SEARCHES) throw error;
      }
    }
  }

  #command(path: string, body?: object): Promise<unknown> {
    const { tab, frameAddress } = this.#root;
    return tab.command(frameAddress, 'POST', path, body);
  }

  #execute(script: string, ...args: unknown[]): Promise<unknown> {
    const { tab, frameAddress } = this.#root;
    return tab.execute(frameAddress, script, ...args);
  }

  #with(step: Step): Locator {
    return new Locator(this.#root, [...this.#steps, step]);
  }
}
