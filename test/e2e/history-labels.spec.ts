import type { Buyer } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import {
  expectState,
  expectToken,
  expectTokenPart,
  follow,
  report,
  tokenOf,
  traverse,
} from './support/seller.ts';
import { expectSpentOnce, expectUnreported } from './support/service.ts';
import type { Service } from './support/service.ts';
import { FINISH, finishAndLandAgain, hideNavigationApi, openApp } from './support/two-surveys.ts';

for (const [how, headers] of [
  ['out of the back/forward cache', {}],
  ['by loading it again', { 'cache-control': 'no-store' }],
] as const)
  test(
    `without the Navigation API, a page that the seller goes back to ${how} belongs to its own token`,
    { tag: '@whole-browser' },
    async ({ page, service, buyer }) => {
      await hideNavigationApi(page);
      const finish = { body: FINISH, headers };
      const [first, second] = await finishAndLandAgain(page, { service, buyer }, finish);
      await traverse(page, 'back', buyer.url('/finish'));
      await expectToken(page, first.token);
      await expectState(page, 'confirmed');
      await page.reload();
      await expectState(page, 'confirmed');
      expect(await tokenOf(page)).toBe(first.token);
      await expectSpentOnce(service, first, 'complete');
      await expectUnreported(service, second);
    },
  );

test(
  'without the Navigation API, going back within one document makes the earlier token the tab’s',
  { tag: '@whole-browser' },
  async ({ page, service, buyer }) => {
    await hideNavigationApi(page);
    const [first, second] = await openApp(page, service, buyer);
    await traverse(page, 'back', buyer.url('/app'));
    await expectToken(page, first.token);
    await traverse(page, 'forward', buyer.url('/app?survey=b'));
    await expectToken(page, second.token);
    await expectSpentOnce(service, first, 'complete');
    await expectUnreported(service, second);
  },
);

/** A page whose tag comes once the seller has consented. */
const consentPage = (service: Service, buyer: Buyer, headers: Record<string, string> = {}) =>
  buyer.page('/landing', {
    tag: false,
    headers,
    body: `<button onclick="this.remove(); const tag = document.createElement('script');
      Object.assign(tag.dataset, { baseUrl: '${service.baseUrl}', outcome: 'screenout' });
      tag.src = '/vaultlink.js'; document.head.append(tag)">Accept</button>`,
  });

for (const [how, headers, isLoadedAgain] of [
  ['out of the back/forward cache', {}, false],
  ['by loading it again, and consents again', { 'cache-control': 'no-store' }, true],
] as const)
  test(
    `a landing page whose tag waits for consent belongs to the token captured there when the seller goes back to it ${how}`,
    // Firefox gives a page out of its back/forward cache the sessionStorage of then.
    { tag: ['@chromium', '@whole-browser'] },
    async ({ page, service, buyer }) => {
      consentPage(service, buyer, headers);
      buyer.page('/landing-b');
      const first = await service.issue(buyer.url('/landing'));
      const second = await service.issue(buyer.url('/landing-b'));
      await page.goto(first.url);
      await page.getByRole('button', { name: 'Accept' }).click();
      await expectState(page, 'confirmed');
      await follow(page, second.url);
      await expectToken(page, second.token);
      await expectTokenPart(page);
      await traverse(page, 'back', buyer.url('/landing'));
      if (isLoadedAgain) await page.getByRole('button', { name: 'Accept' }).click();
      await expectToken(page, first.token);
      await expectState(page, 'confirmed');
      await expectSpentOnce(service, first, 'screenout');
      await expectUnreported(service, second);
    },
  );

for (const way of ['pushState', 'replaceState'] as const)
  test(`without the Navigation API, a token whose landing address a router leaves at once by ${way} is captured, and none before it is reported`, async ({
    page,
    service,
    buyer,
  }) => {
    await hideNavigationApi(page);
    buyer.page('/app');
    const first = await service.issue(buyer.url('/app'));
    const second = await service.issue(buyer.url('/app'));
    await page.goto(first.url);
    await expectTokenPart(page);
    await page.evaluate(
      ([landing, way]) => {
        history.pushState({}, '', landing);
        history[way]({}, '', '/app?view=first-question');
      },
      [second.url.slice(buyer.origin.length), way] as const,
    );
    await expectToken(page, second.token);
    await report(page, 'complete');
    await expectSpentOnce(service, second, 'complete');
    await expectUnreported(service, first);
  });
