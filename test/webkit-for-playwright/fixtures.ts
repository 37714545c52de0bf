import { test } from '@playwright/test';
import type * as playwright from '@playwright/test';
import { Browser } from './browser.ts';

/** A browser of this package, in the shape of Playwright's. */
export const webkitBrowser = (): playwright.Browser =>
  new Browser() as unknown as playwright.Browser;

/** Playwright's `test`, whose `browser`, `context` and `page` are those of this package. */
export const webkitTest = test.extend<object, { browser: playwright.Browser }>({
  browser: [({}, use) => use(webkitBrowser()), { scope: 'worker' }],
  context: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => {
    const [page] = context.pages();
    if (page) await use(page);
  },
});
