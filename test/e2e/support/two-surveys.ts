/**
 * Two surveys of one seller in one tab.
 *
 * @module
 */
import type { Page } from '@playwright/test';
import type { Buyer } from './buyer.ts';
import { expectState, expectToken, expectTokenPart, follow } from './seller.ts';
import { expectUnreported } from './service.ts';
import type { Endlink, Service } from './service.ts';

/** Makes the browser one without the Navigation API, so that labels in `history.state` tell whose page it is. */
export const hideNavigationApi = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    for (const name of ['navigation', 'Navigation', 'NavigateEvent', 'NavigationHistoryEntry'])
      Object.defineProperty(window, name, { value: undefined, configurable: true });
  });

/** An element that reports by itself. */
export const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

/** One seller ends survey A at `/finish`, and lands in survey B in the same tab. */
export async function finishAndLandAgain(
  page: Page,
  { service, buyer }: { service: Service; buyer: Buyer },
  finish: Parameters<Buyer['page']>[1],
): Promise<[first: Endlink, second: Endlink]> {
  for (const path of ['/landing', '/landing-b', '/next']) buyer.page(path);
  buyer.page('/finish', finish);
  const first = await service.issue(buyer.url('/landing'));
  const second = await service.issue(buyer.url('/landing-b'));
  await page.goto(first.url);
  await expectTokenPart(page);
  await follow(page, buyer.url('/finish'));
  await expectState(page, 'confirmed');
  await follow(page, second.url);
  await expectToken(page, second.token);
  await expectTokenPart(page);
  return [first, second];
}

/** How the page of both surveys differs. */
interface AppOptions {
  /** The hash of each survey's address. Default: none, and the query differs. */
  hash?: [first: string, second: string];
  /** Called after the report of the first survey, before the second lands. */
  beforeSecond?: () => unknown;
}

/** A page with one document for both surveys, whose element stays mounted. */
export async function openApp(
  page: Page,
  service: Service,
  buyer: Buyer,
  { hash = ['', ''], beforeSecond }: AppOptions = {},
): Promise<[first: Endlink, second: Endlink]> {
  buyer.page('/app', { body: FINISH });
  const first = await service.issue(buyer.url(`/app${hash[0]}`));
  const second = await service.issue(buyer.url(`/app${hash[1] || '?survey=b'}`));
  await page.goto(first.url);
  await expectState(page, 'confirmed');
  await beforeSecond?.();
  // By a press: the browser's way back passes over an entry that a script has made by itself.
  await page.evaluate((url) => {
    const button = document.createElement('button');
    button.textContent = 'Survey B';
    button.onclick = () => {
      history.pushState({ view: 'b' }, '', url);
      button.remove();
    };
    document.body.append(button);
  }, second.url.slice(buyer.origin.length));
  await page.getByRole('button', { name: 'Survey B' }).click();
  await expectToken(page, second.token);
  await expectState(page, 'waiting');
  await expectUnreported(service, second);
  return [first, second];
}
