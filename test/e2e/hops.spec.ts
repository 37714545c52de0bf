import type { Page } from '@playwright/test';
import type { Buyer } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import type { Servers } from './support/fixtures.ts';
import { expectTokenPart, expectState, report, stateOf, tokenOf } from './support/seller.ts';
import { expectOneRequest, expectUntouched } from './support/service.ts';
import type { Endlink } from './support/service.ts';
import { expectDecided, expectWithout } from './support/verdict.ts';

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

const markupOf = (page: Page) => page.evaluate(() => document.documentElement.outerHTML);

/** The seller lands on a page of the one host that leads to another. @param carry whom the page lets have the token */
async function landBeforeHop(
  { page, service, buyer, otherBuyer }: { page: Page } & Omit<Servers, 'panel'>,
  carry = otherBuyer.host,
  body = `<a href="${otherBuyer.url('/there')}">Go</a>`,
): Promise<Endlink> {
  buyer.page('/landing', { tag: { 'data-carry': carry }, body });
  otherBuyer.page('/there', { body: FINISH });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  return endlink;
}

/** No attribute and no text of the page holds the token, nor does its address. */
async function expectNoTrace(page: Page, token: string): Promise<void> {
  expectWithout(token, [await markupOf(page), await page.evaluate(() => location.href)]);
}

test('the token is kept over three pages that know nothing of it', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', { body: '<a href="/one">One</a>' });
  buyer.page('/one', { tag: false, body: '<form action="/two"><button>Two</button></form>' });
  buyer.page('/two', {
    body: '<form action="/three" method="post"><input name="answer" value="42"><button>Three</button></form>',
  });
  buyer.page('/three', { body: FINISH });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await page.getByRole('link', { name: 'One' }).click();
  await page.getByRole('button', { name: 'Two' }).click();
  await expectState(page, 'waiting');
  await page.getByRole('button', { name: 'Three' }).click();
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  await expectOneRequest(service, endlink, 'complete');
  const hops = buyer.requests.filter(({ path }) => ['/one', '/two', '/three'].includes(path));
  await expectDecided(() => expect(hops.map(({ search }) => search)).toEqual(['', '', '']));
  expect(hops.at(-1)?.body).toBe('answer=42');
});

/** How the seller gets from the one host to the other, and what their page needs for it. */
const WAYS: Record<string, { body: (other: Buyer) => string; extra?: string }> = {
  'a link': { body: ({ origin }) => `<a href="${origin}/there?q=1#part">Go</a>` },
  'a link with a picture in it': {
    body: ({ origin }) => `<a href="${origin}/there?q=1"><b>Go</b></a>`,
  },
  'a GET form': {
    body: ({ origin }) =>
      `<form action="${origin}/there"><input name="q" value="1"><button>Go</button></form>`,
  },
  'a POST form': {
    body: ({ origin }) =>
      `<form method="post" action="${origin}/there?q=1"><input name="a" value="2"><button>Go</button></form>`,
  },
  'a button of its own address': {
    body: ({ origin }) =>
      `<form action="/nowhere" method="post"><button formaction="${origin}/there?q=1">Go</button></form>`,
  },
};

for (const [way, { body }] of Object.entries(WAYS)) {
  test(`${way} carries the token to a host that is named`, async ({
    page,
    service,
    buyer,
    otherBuyer,
  }) => {
    const endlink = await landBeforeHop(
      { page, service, buyer, otherBuyer },
      `forms.example ${otherBuyer.host}`,
      body(otherBuyer),
    );
    await expectNoTrace(page, endlink.token);
    await page.getByText('Go').click();
    await expect(page.getByRole('status')).toContainText('has been recorded.');
    expect(await stateOf(page)).toMatchObject({ sellerId: 'seller-1' });
    await expectNoTrace(page, endlink.token);
    expect(new URL(page.url()).searchParams.get('q')).toBe('1');
    await expectOneRequest(service, endlink, 'complete');
  });

  test(`${way} does not carry the token to a host that is not named`, async ({
    page,
    service,
    buyer,
    otherBuyer,
  }) => {
    const endlink = await landBeforeHop(
      { page, service, buyer, otherBuyer },
      'forms.example',
      body(otherBuyer),
    );
    await page.getByText('Go').click();
    await expectState(page, 'missing');
    const texts = otherBuyer.requests.map(
      ({ search, body, headers }) => search + body + String(headers.get('referer')),
    );
    expectWithout(endlink.token, texts);
    await expectUntouched(service, endlink);
  });
}

// Not over WebDriver: in WebKitGTK its middle button opens nothing.
test(
  'a link that is opened in a new tab carries the token',
  { tag: '@playwright' },
  async ({ page, service, buyer, otherBuyer }) => {
    const endlink = await landBeforeHop({ page, service, buyer, otherBuyer });
    const opened = page.context().waitForEvent('page');
    await page.getByText('Go').click({ button: 'middle' });
    const tab = await opened;
    await tab.waitForLoadState();
    // It reports once it is seen.
    await tab.bringToFront();
    await expectState(tab, 'confirmed');
    await expectNoTrace(page, endlink.token);
    await expectOneRequest(service, endlink, 'complete');
  },
);

test('a frame of a named host gets the token, whether it is there or comes later', async ({
  page,
  service,
  buyer,
  otherBuyer,
}) => {
  otherBuyer.page('/embedded', { body: '<p>In the frame</p>' });
  otherBuyer.page('/later', { body: FINISH });
  buyer.page('/landing', {
    tag: { 'data-carry': otherBuyer.host },
    body: `<iframe src="${otherBuyer.url('/embedded?q=1')}"></iframe>`,
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expect
    .poll(() => otherBuyer.requests.filter(({ search }) => search.includes(endlink.token)).length)
    .toBe(1);
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, otherBuyer.url('/later'));
  await expect(page.locator('iframe').last().contentFrame().getByRole('status')).toContainText(
    'has been recorded.',
  );
  await expectNoTrace(page, endlink.token);
  const carried = otherBuyer.requests.filter(({ search }) => search.includes(endlink.token));
  const paths = carried.map(({ path }) => path);
  await expectDecided(() => expect(paths).toEqual(['/embedded', '/later']));
  await expectOneRequest(service, endlink, 'complete');
});

test('a frame of a host that is not named is left alone', async ({
  page,
  service,
  buyer,
  otherBuyer,
}) => {
  otherBuyer.page('/embedded', { body: FINISH });
  buyer.page('/landing', {
    tag: { 'data-carry': 'forms.example' },
    body: `<iframe src="${otherBuyer.url('/embedded')}"></iframe>`,
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  await expect(page.locator('iframe').contentFrame().locator('endlink-finish')).toHaveCount(1);
  expect(otherBuyer.requests.filter(({ path }) => path === '/embedded')).toHaveLength(1);
  await expectUntouched(service, endlink);
});

test('where storage is blocked the page says so, and links and forms of the same host carry the token', async ({
  page,
  service,
  buyer,
}) => {
  await page.addInitScript(() => {
    const refuse = {
      get: (): never => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    Object.defineProperty(window, 'sessionStorage', refuse);
    Object.defineProperty(window, 'localStorage', refuse);
  });
  buyer.page('/landing', { body: '<a href="/one">One</a>' });
  buyer.page('/one', { body: '<form action="/two"><button>Two</button></form>' });
  buyer.page('/two', { body: '<form action="/finish" method="post"><button>End</button></form>' });
  buyer.page('/finish', { body: FINISH });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  expect(await stateOf(page)).toMatchObject({ state: 'waiting', inMemory: true });
  for (const name of ['One', 'Two', 'End']) {
    await expect(page.getByText(name)).toBeVisible();
    await expectTokenPart(page);
    await expectNoTrace(page, endlink.token);
    await page.getByText(name).click();
  }
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  await expectNoTrace(page, endlink.token);
  await expectOneRequest(service, endlink, 'complete');
});

// Not over WebDriver: it leaves a page without the question.
test(
  'no attribute keeps the token when a navigation is cancelled',
  { tag: '@playwright' },
  async ({ page, service, buyer, otherBuyer }) => {
    buyer.page('/landing', {
      tag: { 'data-carry': otherBuyer.host },
      body: `<a href="${otherBuyer.url('/there')}" onclick="event.preventDefault()">Link</a>
      <form action="${otherBuyer.url('/there')}" onsubmit="event.preventDefault()"><button>Form</button></form>
      <form method="post" action="${otherBuyer.url('/there')}"><button>Stay</button></form>`,
    });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectTokenPart(page);
    const before = await markupOf(page);
    await page.getByText('Link').click();
    await page.getByText('Form').click();
    expect(await markupOf(page)).toBe(before);
    // The seller is asked whether to leave, and stays.
    page.on('dialog', (dialog) => dialog.dismiss());
    await page.evaluate(() => {
      addEventListener('beforeunload', (event) => event.preventDefault());
      const observer = new MutationObserver((changes) => lent.push(...changes));
      const lent: MutationRecord[] = Object.assign(window, { lent: [] }).lent;
      observer.observe(document.forms[1] as Node, { attributes: true });
    });
    const asked = page.waitForEvent('dialog');
    await page.getByText('Stay').click();
    await asked;
    await expect.poll(() => page.evaluate('lent.length')).toBe(2);
    expect(await markupOf(page)).toBe(before);
    await expectUntouched(service, endlink);
  },
);

test('a token whose outcome is locked stays where it is', async ({
  page,
  service,
  buyer,
  otherBuyer,
}) => {
  const endlink = await landBeforeHop({ page, service, buyer, otherBuyer });
  expect(await tokenOf(page)).toBe(endlink.token);
  await report(page, 'screenout');
  await page.getByText('Go').click();
  await expectState(page, 'missing');
  await expectOneRequest(service, endlink, 'screenout');
});
