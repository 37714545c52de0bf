import type { Page } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { expectToken, expectTokenPart } from './support/seller.ts';
import { expectSpentOnce, expectUnreported } from './support/service.ts';
import type { Buyer } from './support/buyer.ts';
import type { Endlink, Service } from './support/service.ts';

/** Other browsers tell of a changed address only once the page changes. */
const ON_CHROMIUM = { tag: '@chromium' };

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

/** An app of one page, which the first of two respondents has opened. */
async function openApp(page: Page, service: Service, buyer: Buyer): Promise<[Endlink, Endlink]> {
  buyer.page('/app', { body: '<main>Start</main>' });
  const first = await service.issue(buyer.url('/app'));
  const second = await service.issue(buyer.url('/app'));
  await page.goto(first.url);
  await expectTokenPart(page);
  return [first, second];
}

/** Shows a view of the app, as its router does. */
const show = (page: Page, view: string, html: string) =>
  page.evaluate(
    ([view, html]) => {
      history.pushState({}, '', `/app?view=${view}`);
      const main = document.querySelector('main');
      if (main) main.innerHTML = html;
    },
    [view, html] as const,
  );

const landingOf = (buyer: Buyer, { url }: Endlink) => url.slice(buyer.origin.length);

test(
  'a token whose landing address a router leaves at once is captured, and none before it is reported',
  ON_CHROMIUM,
  async ({ page, service, buyer }) => {
    const [first, second] = await openApp(page, service, buyer);
    await page.evaluate(
      (landing) => {
        history.pushState({}, '', landing);
        history.replaceState({}, '', '/app?view=q1');
      },
      landingOf(buyer, second),
    );
    await expectToken(page, second.token);
    await show(page, 'end', FINISH);
    await expectSpentOnce(service, second, 'complete');
    await expectUnreported(service, first);
  },
);
