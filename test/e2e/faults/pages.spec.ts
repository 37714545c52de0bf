import type { Page } from '@playwright/test';
import type { Buyer } from '../support/buyer.ts';
import { expect } from '../support/fixtures.ts';
import type { Endlink } from '../support/service.ts';
import { blockStorage } from '../support/surroundings.ts';
import { finish, MANUAL } from './finish-page.ts';
import type { Parts } from './finish-page.ts';
import { SEEN, test } from './matrix.ts';

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

const NOTHING = { seen: SEEN.nothing, record: 'waiting', received: 'nothing' };
const ONCE = {
  seen: SEEN.confirmed,
  record: 'confirmed, attempts: 1, status: 200',
  received: '200 (spent)',
};

/** A seller lands on a page with this in it. */
async function landOn(
  { page, service, buyer, row }: Parts,
  surroundings: Parameters<Buyer['page']>[1],
  query = '',
): Promise<Endlink> {
  buyer.page('/landing', surroundings);
  const endlink = row.about(await service.issue(buyer.url(`/landing${query}`)));
  await page.goto(endlink.url);
  return endlink;
}

/** Gives an element that reports too early the time to do so: it is there, and the page has been to its own server and back. */
async function waitForElement(page: Page): Promise<void> {
  await page.waitForFunction(() => !!document.querySelector('endlink-finish')?.shadowRoot);
  await page.evaluate(() => fetch('/barrier'));
}

/** How a page hides a step, and what shows it. */
const HIDDEN: [how: string, markup: string, show: string][] = [
  ['hidden', `<div hidden>${FINISH}</div>`, "document.querySelector('div').hidden = false"],
  [
    'display: none',
    `<style>.off { display: none }</style><div class="off">${FINISH}</div>`,
    "document.querySelector('div').className = ''",
  ],
  ['a closed dialog', `<dialog>${FINISH}</dialog>`, "document.querySelector('dialog').showModal()"],
];

for (const [how, body, show] of HIDDEN) {
  test(`the element is in a step that the page does not show yet (${how})`, async ({
    page,
    service,
    buyer,
    row,
  }) => {
    await landOn({ page, service, buyer, row }, { body });
    await waitForElement(page);
    await row.moment('landed', NOTHING);
    await page.evaluate(show);
    await row.moment('the step is shown', ONCE);
  });
}

test('the outcome arrives after the element', async ({ page, service, buyer, row }) => {
  await landOn({ page, service, buyer, row }, { body: '<endlink-finish></endlink-finish>' });
  await waitForElement(page);
  await row.moment('landed', NOTHING);
  await page.evaluate(() =>
    document.querySelector('endlink-finish')?.setAttribute('outcome', 'complete'),
  );
  await row.moment('the outcome is set', ONCE);
});

test('the options arrive after the element, from a second tag', async ({
  page,
  service,
  buyer,
  row,
}) => {
  const tag = { 'data-base-url': undefined };
  const query = '?custom1={{endlink_token}}&rid={{seller_id}}';
  await landOn({ page, service, buyer, row }, { tag, body: FINISH }, query);
  await waitForElement(page);
  await row.moment('landed', { ...NOTHING, record: 'missing' });
  await page.evaluate((baseUrl) => {
    const script = document.createElement('script');
    script.src = '/vaultlink.js';
    Object.assign(script.dataset, { baseUrl, tokenParam: 'custom1', sellerParam: 'rid' });
    document.head.append(script);
  }, service.origin);
  await row.moment('the options arrive', ONCE);
});

test('the base URL arrives after the outcome, from an attribute of the element', async ({
  page,
  service,
  buyer,
  row,
}) => {
  const tag = { 'data-base-url': undefined };
  await landOn({ page, service, buyer, row }, { tag, body: FINISH });
  await row.moment('landed', { ...NOTHING, seen: SEEN.misconfigured, record: 'unknown' });
  await page.evaluate((baseUrl) => {
    document.querySelector('endlink-finish')?.setAttribute('base-url', baseUrl);
  }, service.origin);
  await row.moment('the base URL arrives', ONCE);
});

for (const [what, body] of [
  ['a link', '<a target="_blank" rel="noopener" href="/finish">Go</a>'],
  [
    'a GET form',
    '<form target="_blank" rel="noopener" action="/finish"><button>Go</button></form>',
  ],
  [
    'a POST form',
    '<form method="post" target="_blank" rel="noopener" action="/finish"><button>Go</button></form>',
  ],
] as const) {
  test(`${what} opens the survey in a new tab of the same host`, async ({
    page,
    service,
    buyer,
    row,
  }) => {
    buyer.page('/finish', { body: FINISH });
    await landOn({ page, service, buyer, row }, { body });
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      );
    await expect.poll(loaded).toContain('vaultlink-token.js');
    const opened = page.waitForEvent('popup');
    await page.getByText('Go').click();
    const tab = await opened;
    await expect.poll(() => tab.evaluate(() => location.pathname).catch(() => '')).toBe('/finish');
    await row.moment('in the new tab', ONCE, tab);
  });
}

/** Ways to another host, and how the page is left by them. */
const WAYS: [
  what: string,
  body: (url: string) => string,
  leave: (page: Page) => Promise<unknown>,
][] = [
  [
    'the seller presses a link',
    (url) => `<a href="${url}">Go</a>`,
    (page) => page.getByText('Go').click(),
  ],
  [
    'the seller sends a GET form',
    (url) => `<form action="${url}"><button>Go</button></form>`,
    (page) => page.getByText('Go').click(),
  ],
  [
    'the seller sends a POST form',
    (url) => `<form method="post" action="${url}"><button>Go</button></form>`,
    (page) => page.getByText('Go').click(),
  ],
  [
    'a script sends a form',
    (url) => `<form method="post" action="${url}"></form>`,
    // In a task of its own: the page may be gone before the call returns.
    (page) => page.evaluate(() => void setTimeout(() => document.forms[0]?.submit())),
  ],
];

for (const [what, body, leave] of WAYS) {
  // The stand-in for WebKit waits until a page has loaded, and the part that is held back delays that.
  test(
    `${what} to another host before the part for the token has arrived`,
    { tag: '@playwright' },
    async ({ page, service, buyer, otherBuyer, row }) => {
      let release: (() => void) | undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(`${buyer.origin}/vaultlink-token.js?*`, async (route) => {
        await released;
        await route.abort();
      });
      otherBuyer.page('/finish', { body: FINISH });
      const tag = { 'data-carry': otherBuyer.host };
      buyer.page('/landing', { tag, body: body(otherBuyer.url('/finish')) });
      const endlink = row.about(await service.issue(buyer.url('/landing')));
      // In Firefox the page does not load before its import is there.
      await page.goto(endlink.url, { waitUntil: 'commit' });
      await page.waitForFunction(() => !!document.forms[0] || !!document.links[0]);
      await row.moment('landed', NOTHING);
      await leave(page);
      await page.waitForFunction((origin) => location.origin === origin, otherBuyer.origin);
      await row.moment('on the other host', ONCE);
      release?.();
    },
  );
}

const IN_MEMORY = { record: 'waiting, in memory', received: 'nothing' };
const ONCE_IN_MEMORY = { ...ONCE, record: `${ONCE.record}, in memory` };

test('storage is blocked, and the seller reloads the landing page', async ({
  page,
  service,
  buyer,
  row,
}) => {
  await blockStorage(page);
  await landOn({ page, service, buyer, row }, { body: MANUAL });
  await row.moment('landed', { ...IN_MEMORY, seen: SEEN.waiting });
  const isKept = () => page.evaluate(() => 'vaultlink' in ((history.state ?? {}) as object));
  await expect.poll(isKept).toBe(true);
  await page.reload();
  await row.moment('reloaded', { ...IN_MEMORY, seen: SEEN.waiting });
  await finish(page);
  await row.moment('finished', ONCE_IN_MEMORY);
});

for (const [what, leave] of [
  ['the seller presses a link', (page) => page.getByText('Go').click()],
  [
    // WebKitGTK 2.50 has no Navigation API, which alone can see this.
    'a script sets location.href',
    (page) => page.evaluate(() => void setTimeout(() => (location.href = '/finish'))),
  ],
] as [string, (page: Page) => Promise<unknown>][]) {
  const tag = what.includes('location') ? ['@playwright'] : [];
  test(`storage is blocked, and ${what}`, { tag }, async ({ page, service, buyer, row }) => {
    await blockStorage(page);
    buyer.page('/finish', { body: MANUAL });
    const part = page.waitForResponse('**/vaultlink-token.js?*');
    await landOn({ page, service, buyer, row }, { body: '<a href="/finish">Go</a>' });
    await (await part).finished();
    await row.moment('landed', { ...IN_MEMORY, seen: SEEN.nothing });
    // What the part for blocked storage does first; it comes later than the one with the token.
    await page.waitForFunction(() => 'vaultlink' in Object(history.state));
    await leave(page);
    await page.waitForFunction(() => location.pathname === '/finish');
    await row.moment('on the next page', { ...IN_MEMORY, seen: SEEN.waiting });
    await finish(page);
    await row.moment('finished', ONCE_IN_MEMORY);
  });
}
