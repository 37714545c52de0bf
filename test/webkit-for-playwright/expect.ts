import { expect } from '@playwright/test';
import type { ElementState } from './in-page/find-elements.ts';
import { Locator } from './locator.ts';
import { pollUntil } from './poll.ts';
import { PlaywrightObject, UncoveredError } from './uncovered.ts';

type Text = string | RegExp;

/** The part of the matcher's `this` that it uses. */
interface MatcherState {
  isNot: boolean;
}

/** What a matcher returns. */
interface MatcherResult {
  name: string;
  pass: boolean;
  message: () => string;
}

/** Playwright's matchers for locators and pages that this package does not cover. */
const UNCOVERED_MATCHERS = [
  ...['toBeAttached', 'toBeChecked', 'toBeDisabled', 'toBeEditable', 'toBeEmpty', 'toBeEnabled'],
  ...['toBeHidden', 'toBeInViewport', 'toContainClass', 'toHaveAccessibleDescription'],
  ...['toHaveAccessibleErrorMessage', 'toHaveAccessibleName', 'toHaveAttribute', 'toHaveClass'],
  ...['toHaveCSS', 'toHaveId', 'toHaveJSProperty', 'toHaveRole', 'toHaveScreenshot', 'toHaveTitle'],
  ...['toHaveURL', 'toHaveValue', 'toHaveValues', 'toMatchAriaSnapshot'],
];

/** Returns a matcher that waits until the elements of a locator meet a condition, or, after `.not`, do not meet it. */
function locatorMatcher<Parameters extends unknown[]>(
  name: string,
  isMet: (states: ElementState[], ...parameters: Parameters) => boolean,
) {
  return async function (
    this: MatcherState,
    received: unknown,
    ...parameters: Parameters
  ): Promise<MatcherResult> {
    if (!(received instanceof Locator)) throw new UncoveredError(`${name} for ${String(received)}`);
    let lastStates: ElementState[] = [];
    const description = `${name}(${parameters.map(String).join(', ')})`;
    const read = async () => {
      lastStates = await received.readStates();
      return isMet(lastStates, ...parameters);
    };
    let problem = '';
    const pass = await pollUntil(description, read, (result) => result !== this.isNot).catch(
      (error: unknown) => {
        problem = String(error);
        return this.isNot;
      },
    );
    return { name, pass, message: () => `${problem} Elements: ${JSON.stringify(lastStates)}` };
  };
}

function uncoveredMatcher(name: string) {
  return (received: unknown): never => {
    const subject = received instanceof PlaywrightObject ? String(received) : '…';
    throw new UncoveredError(`expect(${subject}).${name}`);
  };
}

const normalize = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const equalsText = (text: string, expected: Text) =>
  typeof expected === 'string' ? normalize(text) === normalize(expected) : expected.test(text);

const containsText = (text: string, expected: Text) =>
  typeof expected === 'string'
    ? normalize(text).includes(normalize(expected))
    : expected.test(text);

/** Returns a condition: there are as many elements as expected texts, and each has its text. */
const allTexts =
  (matches: typeof equalsText) => (states: ElementState[], expected: Text | readonly Text[]) => {
    const texts = (Array.isArray(expected) ? expected : [expected]) as readonly Text[];
    return (
      states.length === texts.length &&
      states.every(({ text }, index) => matches(text, texts[index] ?? ''))
    );
  };

/** Playwright's `expect`, whose matchers for locators work with those of this package. */
export const webkitExpect = expect.extend({
  ...Object.fromEntries(UNCOVERED_MATCHERS.map((name) => [name, uncoveredMatcher(name)])),
  toBeVisible: locatorMatcher('toBeVisible', ([state, ...others]) => {
    return !!state?.visible && !others.length;
  }),
  toBeFocused: locatorMatcher('toBeFocused', ([state, ...others]) => {
    return !!state?.focused && !others.length;
  }),
  toHaveCount: locatorMatcher('toHaveCount', (states, count: number) => states.length === count),
  toHaveText: locatorMatcher('toHaveText', allTexts(equalsText)),
  toContainText: locatorMatcher('toContainText', allTexts(containsText)),
});
