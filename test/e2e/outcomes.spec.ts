import { OUTCOMES } from '../../src/protocol/index.ts';
import { expect, test } from './support/fixtures.ts';
import { expectState, report, stateOf, traverse } from './support/seller.ts';
import { expectOneRequest, expectSpentOnce, expectUntouched } from './support/service.ts';
import { expectDecided } from './support/verdict.ts';

for (const outcome of OUTCOMES) {
  test(`${outcome} gets from the landing page to the seller’s list by fetch`, async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/landing', { body: '<a href="/finish">Next</a>' });
    buyer.page('/finish', { body: `<endlink-finish outcome="${outcome}"></endlink-finish>` });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByRole('status')).toContainText('has been recorded.');
    await expectOneRequest(service, endlink, outcome);
    expect(page.url()).toBe(buyer.url('/finish'));
    const [request] = await service.requests();
    const expected = { path: `/api/v3/endlinks/${outcome}`, status: 200 };
    await expectDecided(() => expect(request).toMatchObject(expected));
  });

  test(
    `${outcome} gets from the landing page to the seller’s list by redirect`,
    { tag: '@whole-browser' },
    async ({ page, service, buyer }) => {
      buyer.page('/landing', { body: '<a href="/finish">Next</a>' });
      buyer.page('/finish', {
        body: `<endlink-finish outcome="${outcome}" via="redirect"></endlink-finish>`,
      });
      const endlink = await service.issue(buyer.url('/landing'));
      await page.goto(endlink.url);
      await page.getByRole('link', { name: 'Next' }).click();
      await page.waitForURL(`${service.origin}/api/v3/endlinks/${outcome}.html?*`);
      await expectOneRequest(service, endlink, outcome);
      // The page that left is not in the history, and going back spends nothing.
      await traverse(page, 'back', buyer.url('/landing'));
      await expectState(page, 'unknown');
      expect(await stateOf(page)).toMatchObject({ outcome, probablyRecorded: true });
      await expectSpentOnce(service, endlink, outcome);
    },
  );
}

test('an outcome on the script tag is reported without any element', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', { body: '<a href="/full">Next</a>' });
  buyer.page('/full', { tag: { 'data-outcome': 'quota_full' } });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await page.getByRole('link', { name: 'Next' }).click();
  await expectOneRequest(service, endlink, 'quota_full');
});

test('an element in a step that the seller never reaches reports nothing, though the page is left', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', {
    body: '<div hidden><endlink-finish outcome="complete"></endlink-finish></div><a href="/next">Next</a>',
  });
  buyer.page('/next');
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await page.waitForFunction(() => !!document.querySelector('endlink-finish')?.shadowRoot);
  await page.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL(buyer.url('/next'));
  await expectState(page, 'waiting');
  await expectUntouched(service, endlink);
});

test('data-via="redirect" takes the seller away, though the part that reports comes after the outcome', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', { tag: { 'data-outcome': 'complete', 'data-via': 'redirect' } });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await page.waitForURL(`${service.origin}/api/v3/endlinks/complete.html?*`);
  await expectOneRequest(service, endlink, 'complete');
});

test('the landing page may be the page that reports', async ({ page, service, buyer }) => {
  buyer.page('/landing', { tag: { 'data-outcome': 'screenout' } });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectOneRequest(service, endlink, 'screenout');
});

for (const [code, outcome] of [
  ['1', 'complete'],
  ['2', 'screenout'],
  ['3', 'quota_full'],
  ['fail', 'fail'],
] as const) {
  test(`the code ${code} of a survey tool in the address is reported as ${outcome}`, async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/landing');
    buyer.page('/end', {
      tag: {
        'data-outcome-param': 'status',
        'data-outcome-map': '1:complete 2:screenout 3:quota_full',
      },
    });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await page.goto(buyer.url(`/end?status=${code}`));
    await expectOneRequest(service, endlink, outcome);
  });
}

test('a page reports by window.vaultlink.report() and is told the result', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing');
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  expect(await report(page, 'fail')).toMatchObject({
    state: 'confirmed',
    result: 'confirmed',
    outcome: 'fail',
    status: 200,
    attempts: 1,
    sellerId: 'seller-1',
  });
  await expectOneRequest(service, endlink, 'fail');
});

test('a report by relay goes to the buyer’s own server and not from the page to the service', async ({
  page,
  service,
  buyer,
}) => {
  buyer.handle('/vault/endlinks/', async ({ method, path, headers, body }) => {
    if (method !== 'POST' || headers.get('x-vaultlink') !== '1') {
      return Response.json({ error: 'forbidden_origin' }, { status: 403 });
    }
    const { token } = JSON.parse(body) as { token: string };
    const outcome = path.slice('/vault/endlinks/'.length);
    const address = `${service.origin}/api/v3/endlinks/${outcome}?service_endlink_token=`;
    const { ok } = await fetch(address + encodeURIComponent(token));
    return Response.json({ result: ok ? 'confirmed' : 'rejected', outcome });
  });
  buyer.page('/landing', { body: '<a href="/finish">Next</a>' });
  buyer.page('/finish', {
    tag: { 'data-via': 'relay' },
    body: '<endlink-finish outcome="complete"></endlink-finish>',
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  await expectOneRequest(service, endlink, 'complete');
  const [request] = await service.requests();
  const posts = buyer.requests.filter(({ method }) => method === 'POST');
  await expectDecided(() => {
    expect(request?.headers).not.toHaveProperty('origin');
    expect(posts.map(({ path, body }) => [path, JSON.parse(body) as unknown])).toEqual([
      ['/vault/endlinks/complete', { token: endlink.token, age_seconds: expect.any(Number) }],
    ]);
  });
});
