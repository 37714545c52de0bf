import { expect, test } from './support/fixtures.ts';
import type { Vaultlink } from '../../src/browser/endlink/index.ts';
import type { Buyer } from './support/buyer.ts';
import { expectTokenPart, withholdPart } from './support/seller.ts';
import { expectOneRequest, expectUntouched } from './support/service.ts';

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

/** What pages of thanks do that lead on by themselves, and where. Firefox begins a refresh once nothing is being loaded any more. */
const WAYS = {
  'location.replace()': { html: '<script>location.replace("/elsewhere")</script>' },
  'a refresh': {
    html: '<meta http-equiv="refresh" content="0; url=/elsewhere">',
    tag: '@chromium',
  },
  'a form that a script sends': {
    html: '<form action="/elsewhere"></form><script>document.forms[0].submit()</script>',
  },
} as const satisfies Record<string, { html: string; tag?: string }>;

/**
 * Has the page that comes next answer once the present one is parsed, or its parser is stopped: before that, no element reports.
 *
 * @returns the script that tells of it
 */
function holdElsewhere(buyer: Buyer): string {
  const { promise: parsed, resolve } = Promise.withResolvers<undefined>();
  buyer.handle('/parsed', () => {
    resolve(undefined);
    return new Response(null, { status: 204 });
  });
  buyer.handle('/elsewhere', async () => {
    await parsed;
    const headers = { 'content-type': 'text/html' };
    return new Response('<!doctype html><title>Elsewhere</title>', { headers });
  });
  return '<script>document.addEventListener("readystatechange", () => fetch("/parsed", { keepalive: true }))</script>';
}

for (const parts of [['elements'], ['elements', 'token']] as const)
  for (const [way, { html, ...details }] of Object.entries(WAYS))
    test(
      `an element reports on a page that leads on at once by ${way}, though its code has not come, without the part ${parts.join(' and ')}`,
      details,
      async ({ page, service, buyer }) => {
        buyer.page('/landing');
        buyer.page('/finish', { before: holdElsewhere(buyer), body: FINISH + html });
        const endlink = await service.issue(buyer.url('/landing'));
        await page.goto(endlink.url);
        for (const part of parts) await withholdPart(page, part);
        await page.evaluate(() => location.assign('/finish'));
        await page.waitForURL('**/elsewhere*', { waitUntil: 'commit' });
        await expectOneRequest(service, endlink, 'complete');
      },
    );

/** Has pages of Chromium tell as little of their end as those of an iPhone: nothing before they have loaded. */
const imitateIphone = () => {
  Object.defineProperty(Navigator.prototype, 'vendor', { get: () => 'Apple Computer, Inc.' });
  let isLoaded = false;
  addEventListener('load', () => (isLoaded = true));
  const silence = (event: Event) => {
    if (!isLoaded || event.type === 'beforeunload') event.stopImmediatePropagation();
  };
  for (const type of ['beforeunload', 'pagehide']) addEventListener(type, silence);
};

for (const way of ['location.replace()', 'a form that a script sends'] as const)
  test(
    `an element reports where nothing but the Navigation API tells that the page leads on by ${way}`,
    { tag: '@chromium' },
    async ({ page, service, buyer }) => {
      await page.addInitScript(imitateIphone);
      // It keeps the page from having loaded.
      await page.route('**/held.png', () => undefined);
      buyer.page('/landing');
      buyer.page('/finish', {
        before: holdElsewhere(buyer),
        body: `${FINISH}<img src="/held.png">${WAYS[way].html}`,
      });
      const endlink = await service.issue(buyer.url('/landing'));
      await page.goto(endlink.url);
      await withholdPart(page, 'elements');
      await page.evaluate(() => location.assign('/finish'));
      await page.waitForURL('**/elsewhere*', { waitUntil: 'commit' });
      await expectOneRequest(service, endlink, 'complete');
    },
  );

test('an element that its page hides reports nothing when the page leads on', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing');
  buyer.page('/finish', {
    body: `<div hidden>${FINISH}</div>${WAYS['location.replace()'].html}`,
  });
  buyer.page('/elsewhere', { tag: false });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await withholdPart(page, 'elements');
  await page.evaluate(() => location.assign('/finish'));
  await page.waitForURL('**/elsewhere*', { waitUntil: 'commit' });
  expect(await page.evaluate(() => 'vaultlink' in window)).toBe(false);
  await expectUntouched(service, endlink);
});

for (const [type, when] of [
  ['pagehide', 'pagehide that it has added late'],
  ['visibilitychange', 'visibilitychange'],
] as const)
  test(`what a page reports in a listener of ${when}, while it is left, is sent`, async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/landing');
    buyer.page('/elsewhere', { tag: false });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectTokenPart(page);
    // `visibilitychange` bubbles to the window.
    await page.evaluate((type) => {
      addEventListener(type, () => void (window.vaultlink as Vaultlink).report('screenout'));
      setTimeout(() => location.assign('/elsewhere'));
    }, type);
    await page.waitForURL('**/elsewhere');
    await expectOneRequest(service, endlink, 'screenout');
  });
