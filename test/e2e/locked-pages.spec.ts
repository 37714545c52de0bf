import { expect, test } from './support/fixtures.ts';
import { expectState, expectTokenPart, report, tokenOf } from './support/seller.ts';
import { expectOneRequest } from './support/service.ts';

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

/** What a page, an ad blocker or a pop-up guard may have done before the tag is there. */
const LOCKS: Record<string, string> = {
  'cannot have window.open replaced':
    "Object.defineProperty(window, 'open', { value: window.open, writable: false })",
  'throws where window.open is replaced':
    "const open = window.open; Object.defineProperty(window, 'open', { get: () => open, set() { throw new Error('locked'); } })",
  'cannot have attachShadow replaced':
    "Object.defineProperty(Element.prototype, 'attachShadow', { writable: false })",
  'cannot have form.submit replaced':
    "Object.defineProperty(HTMLFormElement.prototype, 'submit', { writable: false })",
  'has a variable called open': 'var open = false',
  'has a variable called navigation': 'var navigation = { isOpen: true }',
};

for (const [what, script] of Object.entries(LOCKS))
  test(`a page that ${what} reports as any other`, async ({ page, service, buyer }) => {
    buyer.page('/landing', { before: `<script>${script}</script>`, body: FINISH });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectState(page, 'confirmed');
    await expectOneRequest(service, endlink, 'complete');
  });

for (const name of ['prerendering', 'querySelector', 'querySelectorAll', 'addEventListener'])
  test(`a form called ${name} before the tag hides nothing from it`, async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/landing', { before: `<form name="${name}"></form>` });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectTokenPart(page);
    await report(page, 'complete');
    await expectOneRequest(service, endlink, 'complete');
  });

test('<iframe name="navigation"> of another host is not taken for the Navigation API', async ({
  page,
  service,
  buyer,
  otherBuyer,
}) => {
  otherBuyer.page('/frame', { tag: false });
  const frame = `<iframe name="navigation" src="${otherBuyer.url('/frame')}"></iframe>`;
  buyer.page('/landing', { before: frame, body: FINISH });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectOneRequest(service, endlink, 'complete');
});

test('<nav id="navigation"> is not taken for the Navigation API: going back makes the earlier token the tab’s', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/app', { body: '<nav id="navigation"></nav><main></main>' });
  const first = await service.issue(buyer.url('/app'));
  const second = await service.issue(buyer.url('/app'));
  await page.goto(first.url);
  await expectTokenPart(page);
  const show = (path: string) =>
    page.evaluate((path) => {
      history.pushState({ path }, '', path);
      document.querySelector('main')?.replaceChildren(path);
    }, path);
  await show('/app?view=finish');
  await show(second.url.slice(buyer.origin.length));
  await expect.poll(() => tokenOf(page)).toBe(second.token);
  await page.evaluate(() => history.back());
  await expect.poll(() => tokenOf(page)).toBe(first.token);
});
