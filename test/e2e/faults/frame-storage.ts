import type { LaunchOptions, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { ENGINE, playwrightBrowser } from '../../support/engines.ts';
import { test as base } from './matrix.ts';

/** Pages of browsers that treat the storage of a frame on another site so. To be asked for before the row, which looks at them last. */
interface Pages {
  whereBlocked: Page;
  wherePartitioned: Page;
}

/**
 * Playwright's `test` with {@link Pages}. As a test starts them, Chromium blocks: a private window does, and any with its tracking protection.
 * Firefox and WebKit partition.
 */
export const test = base.extend<Pages>({
  async whereBlocked({ page, playwright }, use) {
    const firefoxUserPrefs = { 'network.cookie.cookieBehavior': 1 };
    if (ENGINE === 'firefox') await inProfile(playwright.firefox, use, { firefoxUserPrefs });
    else await use(page);
  },
  async wherePartitioned({ page, playwright }, use) {
    const args = ['--disable-features=TrackingProtection3pcd'];
    if (ENGINE === 'chromium') await inProfile(playwright.chromium, use, { args });
    else await use(page);
  },
});

/** Uses a page of a window that is not private. */
async function inProfile(
  browser: PlaywrightWorkerArgs['playwright']['chromium'],
  use: (page: Page) => Promise<void>,
  options: LaunchOptions,
): Promise<void> {
  const { launchOptions } = playwrightBrowser(ENGINE);
  const context = await browser.launchPersistentContext('', { ...launchOptions, ...options });
  await use(context.pages()[0] ?? (await context.newPage()));
  await context.close();
}
