import { READ_AT_START, READ_AT_USE } from '../../build/browser-globals.ts';
import { expect, test } from './support/fixtures.ts';
import { expectState, expectToken, expectTokenPart, report } from './support/seller.ts';
import { expectOneRequest } from './support/service.ts';
import { expectWithout } from './support/verdict.ts';

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
  // As `@webcomponents/custom-elements` does, whose elements are none to the browser.
  'gives its custom elements no internals':
    "HTMLElement.prototype.attachInternals = () => { throw new DOMException('', 'NotSupportedError') }",
  'has a variable called open': 'var open = false',
  'has a variable called navigation': 'var navigation = { isOpen: true }',
  'has a variable called performance': 'var performance = null',
};

for (const [what, script] of Object.entries(LOCKS))
  test(`a page that ${what} reports as any other`, async ({ page, service, buyer }) => {
    buyer.page('/landing', { before: `<script>${script}</script>`, body: FINISH });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectState(page, 'confirmed');
    await expectOneRequest(service, endlink, 'complete');
  });

test('a page with a variable called origin carries the token to no host that it names', async ({
  page,
  service,
  buyer,
  otherBuyer,
}) => {
  const link = `<a href="${otherBuyer.url('/next')}" target="_blank">Next</a>`;
  buyer.page('/landing', {
    after: `<script>var origin = '${otherBuyer.origin}'</script>`,
    body: link,
  });
  otherBuyer.page('/next', { tag: false });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  await page.getByRole('link').click();
  await expect.poll(() => otherBuyer.requests.map(({ path }) => path)).toContain('/next');
  expectWithout(
    endlink.token,
    otherBuyer.requests.map(({ search }) => search),
  );
});

test('a page with a variable called length follows a link as any other', async ({
  page,
  service,
  buyer,
}) => {
  const link = '<a href="/finish">Next</a>';
  buyer.page('/landing', { after: '<script>var length = 1e10</script>', body: link });
  buyer.page('/finish', { body: FINISH });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  await page.getByRole('link').click();
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

for (const name of ['navigation', 'vaultlink', 'vaultlinkConfig'])
  test(`<iframe name="${name}"> of another host, loaded before the tag, is taken for nothing else`, async ({
    page,
    service,
    buyer,
    otherBuyer,
  }) => {
    otherBuyer.page('/frame', { tag: false });
    const addTag = `const tag = document.createElement('script'); tag.src = '/vaultlink.js'; tag.dataset.baseUrl = '${service.baseUrl}'; document.head.append(tag)`;
    const frame = `<iframe name="${name}" src="${otherBuyer.url('/frame')}" onload="${addTag}"></iframe>`;
    buyer.page('/landing', { tag: false, body: frame + FINISH });
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
  await expectToken(page, second.token);
  await page.evaluate(() => history.back());
  await expectToken(page, first.token);
});

/** Names of the browser that the built files use. */
const NAMES = [...READ_AT_START, ...READ_AT_USE];
/** Those that `var` and `function` take from the window most often. The engine hands what they were to its parts. */
const OFTEN_TAKEN = [
  ...['URL', 'URLSearchParams', 'Node', 'Element', 'Document', 'Event', 'fetch', 'open', 'stop'],
  ...['addEventListener', 'removeEventListener'],
];
/** And those that the driver of the browser calls as functions. */
const NEEDED_BY_DRIVER = ['Map', 'Set', 'Date', 'Number', 'Error', 'Symbol'];

/** Scripts of a page, after the tag, that give things of their own a name of the browser. */
const NAMESAKES: Record<string, string> = {
  'a constant': `const ${NAMES.map((name) => `${name} = 1`).join(', ')}`,
  'a class': NAMES.map((name) => `class ${name} {}`).join(' '),
  'a variable': `var ${[...OFTEN_TAKEN, ...NEEDED_BY_DRIVER].map((name) => `${name} = 1`).join(', ')}`,
  'a function': OFTEN_TAKEN.map((name) => `function ${name}() {}`).join(' '),
};

/** The scripts of WebDriver use the globals of the page. */
const ON_PLAYWRIGHT = ['@playwright'];

for (const file of ['vaultlink.js', 'vaultlink-all.js'])
  for (const [what, script] of Object.entries(NAMESAKES))
    test(
      `${file} keeps a token and reports where ${what} of the page has a name of the browser`,
      { tag: what === 'a function' ? [] : ON_PLAYWRIGHT },
      async ({ page, service, buyer }) => {
        const tag = { src: `/${file}` };
        const namesakes = `<script>${script}</script>`;
        buyer.page('/landing', { tag, body: namesakes });
        buyer.page('/finish', { tag, body: namesakes + FINISH });
        const endlink = await service.issue(buyer.url('/landing'));
        await page.goto(endlink.url);
        await page.goto(buyer.url('/finish'));
        await expectOneRequest(service, endlink, 'complete');
      },
    );
