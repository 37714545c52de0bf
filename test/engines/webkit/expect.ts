import { expect as base } from '@playwright/test';
import type { Sight } from './in-page.ts';
import { until } from './until.ts';
import type { Locator } from './view.ts';

type Text = string | RegExp;

/** Waits until what a locator finds is as expected, or, after `.not`, is not. */
function matcher<Parameters extends unknown[]>(
  name: string,
  isSo: (sights: Sight[], ...parameters: Parameters) => boolean,
) {
  return async function (
    this: { isNot: boolean },
    locator: Locator,
    ...parameters: Parameters
  ): Promise<{ name: string; pass: boolean; message: () => string }> {
    let problem = '';
    const pass = await until(
      `${name}(${parameters.map(String).join(', ')})`,
      async () => {
        const sights = await locator.look();
        problem = `there is ${JSON.stringify(sights)}`;
        return isSo(sights, ...parameters);
      },
      (result) => result !== this.isNot,
    ).catch((error: unknown) => {
      problem = `${String(error)}; ${problem}`;
      return this.isNot;
    });
    return { name, pass, message: () => problem };
  };
}

const clean = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const isText = (text: string, wanted: Text) =>
  typeof wanted === 'string' ? clean(text) === clean(wanted) : wanted.test(text);

const containsText = (text: string, wanted: Text) =>
  typeof wanted === 'string' ? clean(text).includes(clean(wanted)) : wanted.test(text);

const listOf = <Item>(items: Item | readonly Item[]): readonly Item[] =>
  Array.isArray(items) ? (items as Item[]) : [items as Item];

/** Whether there are as many texts as are wanted, each as `is` says. */
const areTexts = (is: typeof isText) => (sights: Sight[], wanted: Text | readonly Text[]) => {
  const texts = listOf(wanted);
  return (
    sights.length === texts.length && sights.every(({ text }, at) => is(text, texts[at] ?? ''))
  );
};

/** Playwright's `expect`, whose matchers for locators ask those of WebKitGTK. */
export const expect = base.extend({
  toBeVisible: matcher('toBeVisible', (sights) => sights.length === 1 && !!sights[0]?.visible),
  toBeFocused: matcher('toBeFocused', (sights) => sights.length === 1 && !!sights[0]?.focused),
  toHaveCount: matcher('toHaveCount', (sights, count: number) => sights.length === count),
  toHaveText: matcher('toHaveText', areTexts(isText)),
  toContainText: matcher('toContainText', areTexts(containsText)),
});
