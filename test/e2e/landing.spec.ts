import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import {
  consoleOf,
  expectToken,
  expectTokenPart,
  expectState,
  report,
  stateOf,
  tokenOf,
  withholdPart,
} from './support/seller.ts';
import { expectOneRequest, expectUntouched } from './support/service.ts';
import { expectWithout } from './support/verdict.ts';

const address = (page: Page) => page.evaluate(() => location.href);

test('parameters that the buyer renamed are captured and taken out of the address', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', {
    tag: {
      'data-token-param': 'tok',
      'data-seller-param': 'who',
      'data-interaction-param': 'visit',
    },
  });
  const endlink = await service.issue(
    buyer.url('/landing?tok={{endlink_token}}&who={{seller_id}}&visit={{interaction_id}}&lang=de'),
  );
  expect(endlink.url).not.toContain('service_endlink_token');
  await page.goto(endlink.url);
  expect(await stateOf(page)).toMatchObject({
    state: 'waiting',
    sellerId: endlink.seller_id,
    interactionId: endlink.interaction_id,
  });
  expect(await tokenOf(page)).toBe(endlink.token);
  expect(await address(page)).toBe(buyer.url('/landing?lang=de'));
  await report(page, 'complete');
  await expectOneRequest(service, endlink, 'complete');
});

test('an interaction id that the tag does not ask for is the buyer’s own parameter', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing');
  const endlink = await service.issue(buyer.url('/landing?visit={{interaction_id}}'));
  await page.goto(endlink.url);
  expect((await stateOf(page)).interactionId).toBeUndefined();
  expect(await address(page)).toBe(buyer.url(`/landing?visit=${endlink.interaction_id}`));
});

test('scrubbing keeps the router’s state, every other parameter and the hash, to the letter', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', {
    before: `<script>
      history.replaceState({ index: 7, key: 'router' }, '');
      lengthBefore = history.length;
    </script>`,
  });
  buyer.page('/start', { tag: false });
  const rest = '/landing?a=1&b=%20x+y&&c&d=%2F~%C3%A9&a=2#/step?n=%7B1%7D&service_endlink_token=x';
  const endlink = await service.issue(buyer.url(rest));
  // In Firefox the first page of a tab takes the place of an empty one, which counts until then.
  await page.goto(buyer.url('/start'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  expect(await address(page)).toBe(buyer.url(rest));
  expect(await page.evaluate(() => history.state as unknown)).toMatchObject({
    index: 7,
    key: 'router',
  });
  expect(await page.evaluate('history.length === lengthBefore')).toBe(true);
  expect(await tokenOf(page)).toBe(endlink.token);
});

test('data-scrub="off" captures and leaves the address alone', async ({ page, service, buyer }) => {
  buyer.page('/landing', { tag: { 'data-scrub': 'off' } });
  const endlink = await service.issue(buyer.url('/landing?a=1#b'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  expect(await address(page)).toBe(endlink.url);
  await report(page, 'fail');
  await page.reload();
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'fail');
});

const ROUTER = {
  before: '<script>const first = location.href</script>',
  after: `<script>
    addEventListener('DOMContentLoaded', () => history.replaceState({ router: 1 }, '', first));
  </script>`,
};

test('an address that a router puts back is scrubbed again after load', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', ROUTER);
  const endlink = await service.issue(buyer.url('/landing?a=1'));
  await page.goto(endlink.url);
  await expect.poll(() => address(page)).toBe(buyer.url('/landing?a=1'));
  expect(await page.evaluate(() => history.state as unknown)).toMatchObject({ router: 1 });
});

// Chromium alone: in Firefox a part that is under way holds the load event back, so it never comes after that.
test(
  'an address that a router put back is scrubbed, though the part that does it comes after load',
  { tag: '@chromium' },
  async ({ page, service, buyer }) => {
    buyer.page('/landing', ROUTER);
    const endlink = await service.issue(buyer.url('/landing?a=1'));
    const release = await withholdPart(page, 'token');
    await page.goto(endlink.url, { waitUntil: 'load' });
    expect(await address(page)).toBe(endlink.url);
    release();
    await expect.poll(() => address(page)).toBe(buyer.url('/landing?a=1'));
  },
);

for (const [placeholder, tool] of [
  ['${e://Field/token}', 'Qualtrics'],
  ['[url("token")]', 'Alchemer'],
  ['{PASSTHRU:token}', 'LimeSurvey'],
  ['{{field:token}}', 'Typeform'],
  ['@token', 'Tally'],
] as const) {
  test(`${placeholder} in the token’s place is refused with a word on ${tool}, and the token before stays`, async ({
    page,
    service,
    buyer,
  }) => {
    const lines = consoleOf(page);
    buyer.page('/landing');
    buyer.page('/survey');
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    const query = `service_endlink_token=${encodeURIComponent(placeholder)}&q=1`;
    await page.goto(buyer.url(`/survey?${query}`));
    await expect.poll(() => lines.filter((line) => line.includes(tool))).toHaveLength(1);
    expect(lines.find((line) => line.includes(tool))).toContain(placeholder);
    expect(await tokenOf(page)).toBe(endlink.token);
    await report(page, 'screenout');
    await expectOneRequest(service, endlink, 'screenout');
  });
}

test('a placeholder on the landing page is told, and nothing is sent', async ({
  page,
  service,
  buyer,
}) => {
  const lines = consoleOf(page);
  buyer.page('/landing', { body: '<endlink-finish outcome="complete"></endlink-finish>' });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(buyer.url('/landing?service_endlink_token='));
  await expectState(page, 'missing');
  await expect.poll(() => lines.join('\n')).toContain('It has no value');
  await expectUntouched(service, endlink);
});

test('what runs after the tag finds no token in the address, and sends none on', async ({
  page,
  service,
  buyer,
  otherBuyer,
}) => {
  otherBuyer.handle('/collect', () => new Response(null, { status: 204 }));
  const collect = otherBuyer.url('/collect');
  buyer.page('/landing', {
    after: `<script>
      const seen = [location.href, document.URL, document.baseURI, location.search].join(' ');
      new Image().src = '${collect}?at=' + encodeURIComponent(seen);
      fetch('${collect}?by=fetch', { mode: 'no-cors', referrerPolicy: 'unsafe-url' });
    </script>`,
    body: '<a href="/next">Next</a>',
  });
  buyer.page('/next', {
    after: `<script>new Image().src = '${collect}?from=' + encodeURIComponent(document.referrer)</script>`,
  });
  const endlink = await service.issue(buyer.url('/landing?utm=1'));
  await page.goto(endlink.url);
  await expect.poll(() => otherBuyer.requests.length).toBe(2);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect.poll(() => otherBuyer.requests.length).toBe(3);
  const sent = otherBuyer.requests.map(
    ({ search, headers }) => search + String(headers.get('referer')),
  );
  expect(sent.join('\n')).toContain('utm');
  expectWithout(endlink.token, sent);
  const later = buyer.requests.filter(({ path }) => !['/landing', '/vaultlink.js'].includes(path));
  expect(later.map(({ path }) => path)).toContain('/next');
  expectWithout(
    endlink.token,
    later.map(({ search, headers }) => search + String(headers.get('referer'))),
  );
});

/** The script of https://github.com/rafgraph/spa-github-pages, which mends the address that its `404.html` has made of a path. */
const MENDS_GITHUB_PAGES = `<script>
  if (location.search[1] === '/') {
    const decoded = location.search.slice(1).split('&').map((part) => part.replace(/~and~/g, '&')).join('?');
    history.replaceState(null, '', location.pathname.slice(0, -1) + decoded + location.hash);
  }
</script>`;

for (const [what, rest, left] of [
  ['alone', '', ''],
  ['beside other parameters', '~and~lang=de', '?lang=de'],
  ['before a hash', '#top', '#top'],
] as const)
  test(`on GitHub Pages the token ${what} is captured from an address that a script before the tag mends`, async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/', { before: MENDS_GITHUB_PAGES });
    const endlink = await service.issue(buyer.url('/landing'));
    const query = new URL(endlink.url).search.slice(1).replaceAll('&', '~and~');
    await page.goto(buyer.url(`/?/landing&${query}${rest}`));
    await expectToken(page, endlink.token);
    expect(await stateOf(page)).toMatchObject({ sellerId: endlink.seller_id });
    await expect.poll(() => address(page)).toBe(buyer.url(`/landing${left}`));
  });
