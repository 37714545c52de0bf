import { test } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { WebkitContext } from './context.ts';

/** Stands in for Playwright's browser: each context is a WebKitGTK of its own. */
const browser = { newContext: () => WebkitContext.start() };

/** Playwright's `test` with WebKitGTK, which Playwright itself does not drive. */
export const webkitTest = test.extend<object, { browser: Browser }>({
  browser: [({}, use) => use(browser as unknown as Browser), { scope: 'worker' }],
  context: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(context);
    await context.close();
  },
  page: async ({ context }: { context: BrowserContext }, use: (page: Page) => Promise<void>) => {
    const [page] = context.pages();
    if (page) await use(page);
  },
});
