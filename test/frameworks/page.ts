import type { Page } from '@playwright/test';
import type { EndlinkEngine } from '../../src/browser/endlink/parts.ts';
import { appPage } from '../e2e/libraries/app-flows.ts';
import type { AppPage } from '../e2e/libraries/app-flows.ts';
import type { Buyer } from '../e2e/support/buyer.ts';
import type { Service } from '../e2e/support/service.ts';

/** Serves an app of a bundle at `/survey`. Without the script tag the bundle captures the token. @param html what a server has rendered */
export function serveApp(
  service: Service,
  buyer: Buyer,
  app: string,
  { html = '', setup = 'the package' }: Pick<AppPage, 'html' | 'setup'> = {},
): void {
  const capture = setup === 'the package' ? ['/bundle/capture.js'] : [];
  const scripts = [...capture, `/bundle/${app}.js`];
  appPage(service, buyer, '/survey', { setup }, { scripts, root: `<div id="app">${html}</div>` });
}

/** Presses a button of a page. */
export const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** Counts the functions that begin to follow the endlink of a page from now on, and have not stopped. */
export async function countFollowers(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(async () => {
    const engine = window.vaultlink as {
      -readonly [Key in keyof EndlinkEngine]: EndlinkEngine[Key];
    };
    // The part for tokens follows, too, from its start.
    await engine.load('token');
    const { subscribe } = engine;
    let count = 0;
    engine.subscribe = (listener) => {
      const unsubscribe = subscribe(listener);
      count += 1;
      return () => {
        count -= 1;
        unsubscribe();
      };
    };
    Object.assign(window, { followerCount: () => count });
  });
  return () => page.evaluate('followerCount()');
}

/** Chooses an outcome in the page's list, as a user does. */
export const chooseOutcome = (page: Page, outcome: string): Promise<void> =>
  page.evaluate((value) => {
    const list = document.querySelector('select');
    if (!list) throw new Error('The page has no list.');
    list.value = value;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  }, outcome);
