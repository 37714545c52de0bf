import type { Page } from '@playwright/test';
import type { Buyer } from '../support/buyer.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Panel } from '../support/panel.ts';
import { expectState, withholdPart } from '../support/seller.ts';
import { expectOneRequest, expectUntouched } from '../support/service.ts';
import type { Service } from '../support/service.ts';
import { appPage, pressDrink, SETUPS, testApp } from './app-flows.ts';
import type { AppPage } from './app-flows.ts';
import { serveBundle } from './serve.ts';
import { DRINK_FOR, heardIn, testSurvey } from './survey-flows.ts';

/** @see https://react.dev/learn/build-a-react-app-from-scratch */
async function serve(
  service: Service,
  buyer: Buyer | Panel,
  path: string,
  app: string,
  page: AppPage = {},
): Promise<void> {
  await serveBundle(buyer, 'react');
  const packetId = 'packetId' in buyer ? ` data-packet-id="${buyer.packetId}"` : '';
  const capture = page.setup === 'the package' ? ['/bundle/capture.js'] : [];
  appPage(service, buyer, path, page, {
    scripts: [...capture, `/bundle/${app}.js`],
    root: `<div id="root"${packetId}></div>`,
  });
}

const outcomeOfElement = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('endlink-finish');
    return { attribute: element?.getAttribute('outcome'), property: element?.outcome };
  });

for (const setup of SETUPS) {
  testSurvey({
    name: `React with ${setup}`,
    serve: async (buyer, service) => {
      await serve(service, buyer, '/survey', 'survey', { setup });
      await serve(service, buyer, '/late', 'late', { setup });
    },
    answer: pressDrink,
  });

  test(`an effect that StrictMode runs twice reports once with ${setup}`, async ({
    page,
    service,
    buyer,
  }) => {
    const app = setup === 'the package' ? 'effect-of-package' : 'effect';
    await serve(service, buyer, '/effect', app, { setup });
    const endlink = await service.issue(buyer.url('/effect'));
    await page.goto(endlink.url);
    await expectState(page, 'confirmed');
    expect(await page.evaluate('effectCount')).toBe(2);
    await expectOneRequest(service, endlink, 'quota_full');
  });

  test(`a component of React that waits for endlink-confirmed learns of it with ${setup}, each time it is mounted`, async ({
    page,
    service,
    buyer,
  }) => {
    await serve(service, buyer, '/survey', 'survey', { setup });
    const endlink = await service.issue(buyer.url('/survey'));
    await page.goto(endlink.url);
    for (let times = 1; times <= 3; times += 1) {
      await pressDrink(page, DRINK_FOR.complete);
      await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
      await page.getByRole('button', { name: 'Start again' }).click();
    }
    expect(await heardIn(page)).toHaveLength(3);
    await expectOneRequest(service, endlink, 'complete');
  });
}

testApp({ name: 'React', serve });

test('an outcome that React sets as an attribute before the element is defined is reported', async ({
  page,
  service,
  buyer,
}) => {
  const release = await withholdPart(page, 'elements');
  await serve(service, buyer, '/survey', 'survey');
  const endlink = await service.issue(buyer.url('/survey'));
  await page.goto(endlink.url);
  await pressDrink(page, DRINK_FOR.screenout);
  await expect
    .poll(() => outcomeOfElement(page))
    .toEqual({ attribute: 'screenout', property: undefined });
  release();
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'screenout');
});

test('an outcome that React sets as a property of the defined element is reported', async ({
  page,
  service,
  buyer,
}) => {
  await serve(service, buyer, '/survey', 'survey', { setup: 'the package' });
  const endlink = await service.issue(buyer.url('/survey'));
  await page.goto(endlink.url);
  await pressDrink(page, DRINK_FOR.screenout);
  await expect
    .poll(() => outcomeOfElement(page))
    .toEqual({ attribute: null, property: 'screenout' });
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'screenout');
});

test('an outcome that a ref of React sets as a property before the element is defined is reported', async ({
  page,
  service,
  buyer,
}) => {
  const release = await withholdPart(page, 'elements');
  await serve(service, buyer, '/ref', 'ref');
  const endlink = await service.issue(buyer.url('/ref'));
  await page.goto(endlink.url, { waitUntil: 'domcontentloaded' });
  await expect
    .poll(() => outcomeOfElement(page))
    .toEqual({ attribute: null, property: 'screenout' });
  release();
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'screenout');
});

test('an element on a route that React shows after history.pushState reports its outcome', async ({
  page,
  service,
  buyer,
}) => {
  await serve(service, buyer, '/routes', 'routes');
  const endlink = await service.issue(buyer.url('/routes'));
  await page.goto(endlink.url);
  await pressDrink(page, DRINK_FOR.quota_full);
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
  await expectState(page, 'confirmed');
  expect(await page.evaluate('location.href')).toBe(buyer.url('/thanks?drink=Tea'));
  await expectOneRequest(service, endlink, 'quota_full');
});

test('the tag reads data-outcome-param from an address that React sets by history.pushState', async ({
  page,
  service,
  buyer,
}) => {
  await serve(service, buyer, '/routes', 'routes', {
    tag: { 'data-outcome-param': 'status', 'data-outcome-map': '1:complete 3:quota_full' },
  });
  const endlink = await service.issue(buyer.url('/routes'));
  await page.goto(endlink.url);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'The survey is over.' })).toBeVisible();
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'quota_full');
});

test('a controlled input of React with data-vaultlink-fill keeps its value over the next render', async ({
  page,
  service,
  buyer,
}) => {
  await serve(service, buyer, '/fill', 'fill');
  const endlink = await service.issue(buyer.url('/fill'));
  await page.goto(endlink.url);
  await expect(page.getByRole('status')).toHaveText('seller-1 wishes nothing');
  await page.getByLabel('Wish').pressSequentially('tea');
  await expect(page.getByRole('status')).toHaveText('seller-1 wishes tea');
  const value = () =>
    page.evaluate(() => document.querySelector<HTMLInputElement>('[name=seller]')?.value);
  expect(await value()).toBe('seller-1');
  await expectUntouched(service, endlink);
});

test('useSyncExternalStore of React follows the state through subscribe', async ({
  page,
  service,
  buyer,
}) => {
  await serve(service, buyer, '/store', 'store');
  const endlink = await service.issue(buyer.url('/store'));
  await page.goto(endlink.url);
  await expect(page.getByRole('status')).toHaveText('waiting');
  await pressDrink(page, DRINK_FOR.complete);
  await expect(page.getByRole('status')).toHaveText('confirmed');
  await expectOneRequest(service, endlink, 'complete');
});
