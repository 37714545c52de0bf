import type { Tab } from './tab.ts';
import { PlaywrightObject, UncoveredError } from './uncovered.ts';

/** The keys that can be pressed, as WebDriver sends them. @see https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS = new Map([
  ['Tab', '\uE004'],
  ['Enter', '\uE007'],
  ['Space', ' '],
  ['Delete', '\uE017'],
]);

/** Playwright's `Keyboard`. */
export class Keyboard extends PlaywrightObject {
  readonly #tab: Tab;

  constructor(tab: Tab) {
    super();
    this.#tab = tab;
  }

  async press(key: string): Promise<void> {
    const value = KEYS.get(key);
    if (value === undefined) throw new UncoveredError(`keyboard.press('${key}')`);
    const actions = [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
    await this.#tab.command(undefined, 'POST', 'actions', {
      actions: [{ type: 'key', id: 'keyboard', actions }],
    });
  }
}
