import type { FrameAddress } from './command-queue.ts';
import type { Step } from './in-page/find-elements.ts';
import { Locator } from './locator.ts';
import type { Tab } from './tab.ts';
import { PlaywrightObject } from './uncovered.ts';

/** The source text of an expression, or a function with at most one parameter that runs in the page. */
export type Script = string | ((parameter: never) => unknown);

/** The options of {@link Frame.getByRole}. */
interface RoleOptions {
  name?: string | RegExp;
  level?: number;
}

/** Playwright's `Frame`, also in the place of a `FrameLocator`, and the methods that `Page` has in common with it. */
export class Frame extends PlaywrightObject {
  readonly tab: Tab;
  /** `undefined` for the page itself. */
  readonly frameAddress: FrameAddress | undefined;

  constructor(tab: Tab, frameAddress?: FrameAddress) {
    super();
    this.tab = tab;
    this.frameAddress = frameAddress;
  }

  evaluate(script: Script, parameter?: unknown): Promise<unknown> {
    const expression =
      typeof script === 'string' ? script : `(${String(script)})(${literalOf(parameter)})`;
    return this.tab.evaluate(this.frameAddress, expression);
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

  /** Returns the frame of the element that the steps find. Locators use it. */
  childFrame(steps: readonly Step[]): Frame {
    return new Frame(this.tab, steps);
  }

  #locate(step: Step): Locator {
    return new Locator(this, [step]);
  }
}

/** Returns a value as source text. Unlike JSON it keeps `undefined`. */
function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join()}]`;
  return value === undefined ? 'undefined' : JSON.stringify(value);
}
