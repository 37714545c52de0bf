import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { expectState, expectToken, expectTokenPart, report, tokenOf } from './support/seller.ts';
import { follow, traverse, withholdPart } from './support/seller.ts';
import {
  expectOneRequest,
  expectSpentOnce,
  expectUnreported,
  expectUntouched,
} from './support/service.ts';
import { FILL } from './support/surroundings.ts';
import { expectDecided } from './support/verdict.ts';

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

/** Waits until the elements of the page work. */
const expectElements = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => !!customElements.get('endlink-finish')).catch(() => false))
    .toBe(true);

test('a report right after a router has landed another token belongs to that one', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/app');
  const first = await service.issue(buyer.url('/app'));
  const second = await service.issue(buyer.url('/app'));
  await page.goto(first.url);
  await expectTokenPart(page);
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    return (window.vaultlink as { report: (outcome: string) => unknown }).report('quota_full');
  }, second.url.slice(buyer.origin.length));
  await expectSpentOnce(service, second, 'quota_full');
  await expectUnreported(service, first);
});

test(
  'a token whose landing address a router leaves at once is captured, and none before it is reported',
  // Other browsers tell of a changed address only once the page changes.
  { tag: '@chromium' },
  async ({ page, service, buyer }) => {
    buyer.page('/app');
    const first = await service.issue(buyer.url('/app'));
    const second = await service.issue(buyer.url('/app'));
    await page.goto(first.url);
    await expectTokenPart(page);
    await page.evaluate((landing) => {
      history.pushState({}, '', landing);
      history.replaceState({}, '', '/app?view=first-question');
    }, second.url.slice(buyer.origin.length));
    await expectToken(page, second.token);
    await report(page, 'complete');
    await expectSpentOnce(service, second, 'complete');
    await expectUnreported(service, first);
  },
);

// Elsewhere the page does not count as loaded before the part that is held back is there.
test(
  'a report whose part comes late belongs to the token that it was made for',
  { tag: '@chromium' },
  async ({ page, service, buyer }) => {
    buyer.page('/app');
    const first = await service.issue(buyer.url('/app'));
    const second = await service.issue(buyer.url('/app'));
    const release = await withholdPart(page, 'token');
    await page.goto(first.url);
    await page.evaluate((path) => {
      void (window.vaultlink as { report: (outcome: string) => unknown }).report('complete');
      history.pushState({}, '', path);
    }, second.url.slice(buyer.origin.length));
    await expectToken(page, second.token);
    release();
    await expectSpentOnce(service, first, 'complete');
    await expectUnreported(service, second);
  },
);

test('two frames of one origin report the outcome of the token that landed in each', async ({
  page,
  service,
  buyer,
}) => {
  const first = await service.issue(buyer.url('/a'));
  const second = await service.issue(buyer.url('/b'));
  for (const [path, outcome] of Object.entries({ '/a': 'complete', '/b': 'screenout' }))
    buyer.page(path, { body: `<button onclick="vaultlink.report('${outcome}')">End</button>` });
  const frames = [first, second].map(({ url }) => `<iframe src="${url}"></iframe>`).join('');
  buyer.page('/wall', { tag: false, body: frames });
  await page.goto(buyer.url('/wall'));
  for (const index of [0, 1])
    await expect
      .poll(() =>
        page.evaluate((index) => {
          const frame = document.querySelectorAll('iframe')[index];
          const button = frame?.contentDocument?.querySelector('button');
          if (frame?.contentDocument?.readyState !== 'complete' || !button) return false;
          button.click();
          return true;
        }, index),
      )
      .toBe(true);
  await expectSpentOnce(service, first, 'complete');
  await expectSpentOnce(service, second, 'screenout');
});

test('a token that lands where the storage is full leaves no earlier one to the next page', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing');
  buyer.page('/full', { after: FILL });
  buyer.page('/without-tag', { tag: false });
  buyer.page('/finish', { body: FINISH });
  const first = await service.issue(buyer.url('/landing'));
  const second = await service.issue(buyer.url('/full'));
  await page.goto(first.url);
  await expectTokenPart(page);
  await follow(page, buyer.url('/full'));
  await follow(page, second.url);
  await expectToken(page, second.token);
  await follow(page, buyer.url('/without-tag'));
  await follow(page, buyer.url('/finish'));
  await expectElements(page);
  await expectUnreported(service, first);
});

test('an outcome that was locked where the storage is full is followed by no other', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing');
  buyer.page('/finish', { after: FILL, body: FINISH });
  buyer.page('/late', { body: '<endlink-finish outcome="screenout"></endlink-finish>' });
  const endlink = await service.issue(buyer.url('/landing'));
  await service.addFault({ kind: 'drop', outcome: 'complete' });
  await page.goto(endlink.url);
  await expectTokenPart(page);
  await follow(page, buyer.url('/finish'));
  const outcomes = async () => (await service.requests(endlink)).map(({ outcome }) => outcome);
  await expect.poll(async () => (await outcomes()).length).toBeGreaterThan(0);
  await follow(page, buyer.url('/late'));
  await expectElements(page);
  await expectDecided(async () => expect(new Set(await outcomes())).toEqual(new Set(['complete'])));
});

// Firefox shows a page that it has kept the sessionStorage as the page knew it.
test(
  'a token that a page forgets stays forgotten on a page that the browser has kept',
  { tag: ['@chromium', '@whole-browser'] },
  async ({ page, service, buyer }) => {
    buyer.page('/landing');
    buyer.page('/log-out', { body: '<script>vaultlink.forget()</script>' });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectTokenPart(page);
    await follow(page, buyer.url('/log-out'));
    await expectState(page, 'missing');
    await traverse(page, 'back', buyer.url('/landing'));
    await expect.poll(() => tokenOf(page).catch(() => 'between two pages')).toBe(undefined);
    await report(page, 'complete');
    await expectState(page, 'missing');
    await expectUntouched(service, endlink);
  },
);

test('a token that a page forgets is not read out of its address again', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', {
    tag: { 'data-scrub': 'off' },
    body: '<script>vaultlink.forget()</script>',
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  await report(page, 'complete');
  expect(await tokenOf(page)).toBe(undefined);
  await expectUntouched(service, endlink);
});

for (const state of ['{ scroll: 1 }', '"step-1"', '[1]'])
  test(`a page that keeps ${state} in history.state and is reloaded reports a late outcome by itself`, async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/landing', {
      body: `<endlink-finish></endlink-finish>
        <script>addEventListener('pagehide', () => history.replaceState(${state}, ''));</script>`,
    });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectTokenPart(page);
    await page.reload();
    await expectTokenPart(page);
    await page.evaluate(() =>
      document.querySelector('endlink-finish')?.setAttribute('outcome', 'complete'),
    );
    await expectOneRequest(service, endlink, 'complete');
  });

test('a window that a script opened for an earlier token, and opens again by its name, belongs to the later one', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', {
    body: `<button onclick="window.open('/survey', 'survey', 'width=500')">Start</button>`,
  });
  buyer.page('/survey', { body: '<a href="/finish">End</a>' });
  buyer.page('/finish', { body: FINISH });
  const first = await service.issue(buyer.url('/landing'));
  const second = await service.issue(buyer.url('/landing'));
  const start = async (url: string) => {
    await page.goto(url);
    await expectTokenPart(page);
    await page.getByRole('button').click();
  };
  const opened = page.waitForEvent('popup');
  await start(first.url);
  const survey = await opened;
  await expectToken(survey, first.token);
  await start(second.url);
  await expectToken(survey, second.token);
  await survey.getByRole('link').click();
  await expectSpentOnce(service, second, 'complete');
  await expectUnreported(service, first);
});
