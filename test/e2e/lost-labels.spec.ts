import type { Page } from '@playwright/test';
import type { Buyer } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { consoleOf, expectToken, report, stateOf, traverse } from './support/seller.ts';
import { expectSpentOnce, expectUnreported } from './support/service.ts';
import type { Service } from './support/service.ts';
import { expectDecided } from './support/verdict.ts';
import { FINISH, finishAndLandAgain, hideNavigationApi, openApp } from './support/two-surveys.ts';

const LINE = 'The seller came back to this page';

/** Waits until the console says that the page reports nothing by itself, which it says once. */
async function expectLine(lines: string[]): Promise<void> {
  const count = () => lines.filter((line) => line.includes(LINE)).length;
  await expect.poll(count).toBe(1);
  await expectDecided(() => expect(count()).toBe(1));
}

/** Replaces the state of the present history entry, and the label in it. */
const replaceState = (page: Page, state: unknown) =>
  page.evaluate((state) => history.replaceState(state, ''), state);

/** A page that leaves this in `history.state`, whatever was there. */
const leaving = (state: string) =>
  `<script>addEventListener('pagehide', () => history.replaceState(${state}, ''))</script>`;

/** Has a page loaded again, and keeps it out of the back/forward cache. */
const NO_STORE = { 'cache-control': 'no-store' };

/** Finishes one survey on a page that replaces its label when it is left, begins another in the same tab, and goes back to the page. */
async function goBackToFinish(
  page: Page,
  { service, buyer }: { service: Service; buyer: Buyer },
  finish: Parameters<Buyer['page']>[1],
) {
  await hideNavigationApi(page);
  const lines = consoleOf(page);
  const [first, second] = await finishAndLandAgain(page, { service, buyer }, finish);
  await traverse(page, 'back', buyer.url('/finish'));
  await expectLine(lines);
  return { first, second, lines };
}

/** States that a page or its router keeps in place of the label. */
const STATES = ['null', '{ step: 2 }', 'Object.freeze({ step: 2 })', '["step-2"]', '"step-2"'];

for (const state of STATES)
  test(
    `without the Navigation API, a page that keeps ${state} in history.state reports nothing by itself when the seller goes back to it, and says so once`,
    { tag: '@whole-browser' },
    async ({ page, service, buyer }) => {
      const { first, second, lines } = await goBackToFinish(
        page,
        { service, buyer },
        { body: FINISH + leaving(state), headers: NO_STORE },
      );
      expect((await stateOf(page)).state).toBe('waiting');
      await page.evaluate(() =>
        document.querySelector('endlink-finish')?.setAttribute('outcome', 'screenout'),
      );
      await page.evaluate(() => document.body.append(document.createElement('endlink-finish')));
      await page.evaluate(() =>
        document.querySelector('endlink-finish:last-child')?.setAttribute('outcome', 'fail'),
      );
      await expectUnreported(service, second);
      await expectSpentOnce(service, first, 'complete');
      await expectLine(lines);
    },
  );

test(
  'without the Navigation API, a page with data-outcome that has replaced history.state reports nothing by itself when the seller goes back to it; report() reports',
  { tag: '@whole-browser' },
  async ({ page, service, buyer }) => {
    const body = leaving('{ view: "end" }');
    const { first, second } = await goBackToFinish(
      page,
      { service, buyer },
      { tag: { 'data-outcome': 'complete' }, body, headers: NO_STORE },
    );
    await expectUnreported(service, second);
    await report(page, 'screenout');
    await expectSpentOnce(service, second, 'screenout');
    await expectSpentOnce(service, first, 'complete');
  },
);

// Firefox gives a page out of its back/forward cache the sessionStorage of then.
test(
  'without the Navigation API, a page out of the back/forward cache that has replaced history.state reports nothing by itself, and says so once',
  { tag: ['@chromium', '@whole-browser'] },
  async ({ page, service, buyer }) => {
    const finish = { body: FINISH + leaving('["end"]') };
    const { first, second } = await goBackToFinish(page, { service, buyer }, finish);
    await page.evaluate(() =>
      document.querySelector('endlink-finish')?.setAttribute('outcome', 'screenout'),
    );
    await expectUnreported(service, second);
    await expectSpentOnce(service, first, 'complete');
  },
);

for (const state of [null, { view: 'start' }, 'start', ['start']])
  test(
    `without the Navigation API, an app that keeps ${JSON.stringify(state)} in history.state reports nothing by itself when the seller goes back within it, and does when they come forward`,
    { tag: '@whole-browser' },
    async ({ page, service, buyer }) => {
      await hideNavigationApi(page);
      const lines = consoleOf(page);
      const [first, second] = await openApp(page, service, buyer, {
        beforeSecond: () => replaceState(page, state),
      });
      await traverse(page, 'back', buyer.url('/app'));
      await expectLine(lines);
      const setOutcome = () =>
        document.querySelector('endlink-finish')?.setAttribute('outcome', 'screenout');
      await page.evaluate(setOutcome);
      await page.evaluate(() => document.body.append(document.createElement('p')));
      await expectUnreported(service, second);
      await traverse(page, 'forward', buyer.url('/app?survey=b'));
      await expectToken(page, second.token);
      await page.evaluate(() =>
        document.querySelector('endlink-finish')?.setAttribute('outcome', 'fail'),
      );
      await expectSpentOnce(service, second, 'fail');
      await expectSpentOnce(service, first, 'complete');
      await expectLine(lines);
    },
  );

for (const state of [null, { view: 'start' }])
  test(
    `without the Navigation API, an app whose addresses differ in the hash and that keeps ${JSON.stringify(state)} in history.state reports nothing by itself when the seller goes back within it`,
    { tag: '@whole-browser' },
    async ({ page, service, buyer }) => {
      await hideNavigationApi(page);
      const lines = consoleOf(page);
      const [first, second] = await openApp(page, service, buyer, {
        hash: ['#a', '#b'],
        beforeSecond: () => replaceState(page, state),
      });
      await traverse(page, 'back', buyer.url('/app#a'));
      await expectLine(lines);
      await page.evaluate(() => document.body.append(document.createElement('p')));
      await expectUnreported(service, second);
      await expectSpentOnce(service, first, 'complete');
    },
  );

test('without the Navigation API, a page of an app that a link to a hash opens belongs to the latest token, although the page has replaced history.state', async ({
  page,
  service,
  buyer,
}) => {
  await hideNavigationApi(page);
  const [first, second] = await openApp(page, service, buyer, {
    hash: ['#a', '#b'],
    beforeSecond: () => replaceState(page, { view: 'start' }),
  });
  await replaceState(page, { view: 'b' });
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('beforeend', '<a href="#end">End</a>'),
  );
  await page.getByRole('link', { name: 'End' }).click();
  await expectSpentOnce(service, second, 'complete');
  await expectSpentOnce(service, first, 'complete');
});
