import type { Page, Request } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import {
  consoleOf,
  expectTokenPart,
  expectState,
  openCopy,
  report,
  shadowOf,
  stateOf,
  traverse,
  withholdPart,
} from './support/seller.ts';
import { expectOneRequest, expectSpentOnce } from './support/service.ts';
import { giveUpNothing, hurry } from './support/time.ts';

/** Counts the pages that wait for their turn with a token. */
const waitingFor = (page: Page) =>
  page.evaluate(async () => (await navigator.locks.query()).pending?.length);

const finish = (outcome: string, attributes = '') =>
  `<endlink-finish outcome="${outcome}" ${attributes}></endlink-finish>`;

test('a finish page that is reloaded shows what became of it, and asks the service nothing', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', { body: finish('complete') });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  for (const times of [1, 2]) {
    await page.reload();
    await expect(page.getByRole('status')).toContainText('has been recorded.');
    expect(await report(page, 'complete')).toMatchObject({ state: 'confirmed', attempts: 1 });
    expect(buyer.requests.filter(({ path }) => path === '/landing')).toHaveLength(1 + times);
  }
  await expectOneRequest(service, endlink, 'complete');
});

test('a finish page that is reloaded while its report is under way spends once', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', { body: finish('complete') });
  const endlink = await service.issue(buyer.url('/landing'));
  await service.addFault({ kind: 'hold', outcome: 'complete' });
  await page.goto(endlink.url);
  await expect.poll(() => service.heldCount()).toBe(1);
  await page.reload();
  await service.release();
  await expectSpentOnce(service, endlink, 'complete');
  await expect.poll(async () => (await stateOf(page)).state).toMatch(/confirmed|unknown/);
  await expectSpentOnce(service, endlink, 'complete');
});

// WebDriver tells nothing of a request that ends without an answer.
for (const [by, html] of [
  ['an element', { body: finish('complete', 'via="redirect"') }],
  ['the script tag', { tag: { 'data-outcome': 'complete', 'data-via': 'redirect' } }],
] as const) {
  test(`a redirect by ${by} without an answer is made once, and given up before the next attempt @playwright`, async ({
    page,
    service,
    buyer,
  }) => {
    await hurry(page, buyer, service);
    const happened: string[] = [];
    const note = (what: string) => (request: Request) => {
      if (request.url().startsWith(service.origin) && request.url().includes('/endlinks/'))
        happened.push(`${request.isNavigationRequest() ? 'redirect' : 'fetch'} ${what}`);
    };
    page.on('request', note('leaves')).on('requestfailed', note('is given up'));
    buyer.page('/landing', html);
    const endlink = await service.issue(buyer.url('/landing'));
    await service.addFault({ kind: 'hold' });
    await page.goto(endlink.url, { waitUntil: 'commit' });
    await expect.poll(() => happened).toContain('fetch leaves');
    // The time limit of a fetch is hurried, too.
    expect(happened.join(', ')).toMatch(
      /^redirect leaves, redirect is given up, fetch leaves(, fetch is given up(, fetch leaves)?)*$/,
    );
    // The request that was given up arrives all the same.
    await service.release();
    await expectSpentOnce(service, endlink, 'complete');
  });
}

test('a double click on the button is one report', async ({ page, service, buyer }) => {
  buyer.page('/landing', { body: finish('complete', 'manual') });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await service.addFault({ kind: 'hold', outcome: 'complete' });
  await page.getByRole('button', { name: 'Finish' }).dblclick();
  await expect.poll(() => service.heldCount()).toBe(1);
  await service.release();
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  await expectOneRequest(service, endlink, 'complete');
});

test('calls that come all at once are one report', async ({ page, service, buyer }) => {
  buyer.page('/landing', { tag: { 'data-outcome': 'fail' } });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  const states = await Promise.all([1, 2, 3].map(() => report(page, 'fail')));
  expect(states.map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  await expectOneRequest(service, endlink, 'fail');
});

test('two elements with the same outcome are one report, and both show it', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', { body: finish('quota_full') + finish('quota_full') });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expect(page.getByRole('status')).toHaveText([/recorded\./, /recorded\./]);
  await expectOneRequest(service, endlink, 'quota_full');
});

test('of two elements that name two outcomes the first one wins, and the console says so', async ({
  page,
  service,
  buyer,
}) => {
  const lines = consoleOf(page);
  buyer.page('/landing', { body: finish('screenout') + finish('complete') });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expect(page.getByRole('status')).toHaveText([/recorded\./, /recorded\./]);
  await expectOneRequest(service, endlink, 'screenout');
  await expect
    .poll(() => lines)
    .toEqual([expect.stringContaining('The outcome is "screenout" and stays so: "complete"')]);
});

for (const second of ['complete', 'screenout'] as const) {
  test(`a duplicated tab that reports ${second} after the first reported complete changes nothing`, async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/landing');
    buyer.page('/finish');
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    // WebKit lists what two pages wait for at the same time in one of them.
    await expectTokenPart(page);
    const tab = await openCopy(page, '/finish');
    await expectTokenPart(tab);
    expect(await stateOf(tab)).toMatchObject({ state: 'waiting', sellerId: 'seller-1' });
    expect(await report(page, 'complete')).toMatchObject({ state: 'confirmed' });
    expect(await report(tab, second)).toMatchObject({ state: 'confirmed', outcome: 'complete' });
    await expectOneRequest(service, endlink, 'complete');
  });
}

for (const second of ['complete', 'screenout'] as const) {
  test(`two tabs that finish at once, with complete and ${second}, are one report`, async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/landing', { body: finish('complete', 'manual') });
    buyer.page('/finish', { body: finish(second, 'manual') });
    await giveUpNothing(page);
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    // WebKit lists what two pages wait for at the same time in one of them.
    await expectTokenPart(page);
    const tab = await openCopy(page, '/finish');
    await expectTokenPart(tab);
    await service.addFault({ kind: 'hold' });
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect.poll(() => service.heldCount()).toBe(1);
    await tab.getByRole('button', { name: 'Finish' }).click();
    // Both have locked, the one is with the service, the other waits for it.
    await expectState(tab, 'reporting');
    await service.release();
    for (const one of [page, tab]) {
      await expect(one.getByRole('status')).toContainText('has been recorded.');
      expect(await stateOf(one)).toMatchObject({ state: 'confirmed', outcome: 'complete' });
    }
    await expectOneRequest(service, endlink, 'complete');
  });
}

// Chromium alone takes away a turn that comes while a window is being opened: the callback "is no longer runnable".
test('a page that opens windows just when its turn comes still takes turns with other tabs @chromium', async ({
  page,
  context,
  service,
  buyer,
}) => {
  const openWindows = `<script>
    const { request } = LockManager.prototype;
    LockManager.prototype.request = function (...all) {
      LockManager.prototype.request = request;
      const promise = request.apply(this, all);
      for (let count = 0; count < 5; count += 1) window.open('about:blank');
      promise.catch(() => console.log('taken away'));
      return promise;
    };
  </script>`;
  buyer.page('/landing', { body: finish('complete', 'manual') });
  buyer.page('/opening', { body: openWindows + finish('screenout') });
  await giveUpNothing(context);
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  await service.addFault({ kind: 'hold' });
  const tab = await context.newPage();
  const lines = consoleOf(tab);
  await tab.goto(endlink.url.replace('/landing', '/opening'));
  await expect.poll(() => service.heldCount()).toBe(1);
  await expect.poll(() => lines).toEqual(['taken away']);
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect.poll(() => waitingFor(page)).toBe(1);
  await service.release();
  for (const one of [page, tab]) {
    await expect(one.getByRole('status')).toContainText('has been recorded.');
    expect(await stateOf(one)).toMatchObject({ state: 'confirmed', outcome: 'screenout' });
  }
  await expectOneRequest(service, endlink, 'screenout');
});

test(
  'a page out of the back/forward cache shows what happened since',
  { tag: '@whole-browser' },
  async ({ page, service, buyer }) => {
    buyer.page('/landing', {
      body: `<a href="/finish">Next</a>${finish('complete', 'manual')}
      <script>
        restored = false;
        addEventListener('pageshow', (event) => (restored = event.persisted));
      </script>`,
    });
    buyer.page('/finish', { body: finish('screenout') });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expect(page.getByRole('button', { name: 'Finish' })).toBeVisible();
    // A page that is left while it loads something is kept in no cache.
    await expectTokenPart(page);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByRole('status')).toContainText('has been recorded.');
    await traverse(page, 'back', buyer.url('/landing'));
    await expect.poll(() => page.evaluate('restored')).toBe(true);
    await expect
      .poll(() => shadowOf(page, 'endlink-finish'))
      .toEqual({ text: expect.stringContaining('has been recorded.'), buttons: 0 });
    expect(await report(page, 'complete')).toMatchObject({ outcome: 'screenout' });
    await expectOneRequest(service, endlink, 'screenout');
  },
);

test('the same landing link in a new tab of the browser cannot report again', async ({
  page,
  context,
  service,
  buyer,
}) => {
  buyer.page('/landing', { body: finish('complete', 'manual') });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  const tab = await context.newPage();
  await tab.goto(endlink.url);
  await tab.getByRole('button', { name: 'Finish' }).click();
  await expect(tab.getByRole('status')).toContainText('has been recorded.');
  await expectOneRequest(service, endlink, 'complete');
});

// WebDriver waits for the load event, which a part under way holds back in WebKit.
test(
  'a second packet in the same tab is reported too, each with its own token',
  { tag: '@playwright' },
  async ({ page, service, buyer }) => {
    buyer.page('/landing', { body: finish('complete', 'manual') });
    const first = await service.issue(buyer.url('/landing'));
    const second = await service.issue(buyer.url('/landing'));
    const release = await withholdPart(page, 'token');
    // In Firefox, too, the load event waits for the part.
    await page.goto(first.url, { waitUntil: 'domcontentloaded' });
    await page.getByRole('button', { name: 'Finish' }).click();
    await expectState(page, 'reporting');
    // The first outcome is locked, and has not left when the seller opens the second packet.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    release();
    // By the page, as a link does it: Playwright takes a page whose load event is still to come for another navigation, now and then.
    await page.evaluate((url) => location.assign(url), second.url);
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByRole('status')).toContainText('has been recorded.');
    await expectSpentOnce(service, second, 'complete');
    await expectSpentOnce(service, first, 'complete');
  },
);
