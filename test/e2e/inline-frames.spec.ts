import type { Page } from '@playwright/test';
import type { Vaultlink } from '../../src/browser/endlink/index.ts';
import { scriptTag } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import type { Servers } from './support/fixtures.ts';
import { expectState, expectTokenPart } from './support/seller.ts';
import { expectOneRequest } from './support/service.ts';
import { expectDecided, expectWithout } from './support/verdict.ts';

/** How a page makes a frame that has no address of its own, out of the HTML in `html`. */
const FRAMES: Record<string, string> = {
  'a srcdoc frame': `document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: html }))`,
  'a frame of a blob': `document.body.append(Object.assign(document.createElement('iframe'), { src: URL.createObjectURL(new Blob([html], { type: 'text/html' })) }))`,
  'an empty frame that a script fills': `
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { contentDocument: inside } = frame;
    for (const node of new DOMParser().parseFromString(html, 'text/html').querySelectorAll('script, a, form')) {
      const copy = inside.importNode(node, true);
      if (node.localName === 'script') {
        const script = inside.createElement('script');
        for (const { name, value } of node.attributes) script.setAttribute(name, value);
        inside.head.append(script);
      } else inside.body.append(copy);
    }`,
};

/** How such a frame leads to a page of the same host, in a new tab. */
const WAYS: Record<string, (url: (path: string) => string) => string> = {
  'a link': (url) => `<a target="_blank" href="${url('/finish')}">Go</a>`,
  'a form': (url) => `<form target="_blank" action="${url('/finish')}"><button>Go</button></form>`,
};

/** The seller lands on a page with such a frame, which has the tag. */
async function land(
  { page, service, buyer }: { page: Page } & Pick<Servers, 'service' | 'buyer'>,
  make: string,
  way: string,
) {
  const tag = scriptTag({ src: buyer.url('/vaultlink.js'), 'data-base-url': service.baseUrl });
  const html = JSON.stringify(`<!doctype html><head>${tag}</head><body>${way}</body>`);
  buyer.page('/landing', {
    body: `<script>{ const html = ${html.replaceAll('<', String.raw`\u003c`)}; ${make} }</script>`,
  });
  buyer.page('/finish', { body: '<endlink-finish outcome="complete"></endlink-finish>' });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  const isStarted = () =>
    page
      .evaluate(async () => {
        const inside = document.querySelector('iframe')?.contentWindow as unknown as {
          vaultlink: { load: (part: string) => Promise<unknown> };
        };
        return !!(await inside.vaultlink.load('token'));
      })
      .catch(() => false);
  await expect.poll(isStarted).toBe(true);
  return endlink;
}

for (const [frame, make] of Object.entries(FRAMES))
  for (const [way, markup] of Object.entries(WAYS))
    test(`${way} in ${frame} carries the token to a page of the same host that opens in a new tab`, async ({
      page,
      service,
      buyer,
    }) => {
      const endlink = await land({ page, service, buyer }, make, markup(buyer.url));
      const opened = page.waitForEvent('popup');
      await page.locator('iframe').contentFrame().getByText('Go').click();
      await expectState(await opened, 'confirmed');
      await expectOneRequest(service, endlink, 'complete');
      const [finish] = buyer.requests.filter(({ path }) => path === '/finish');
      await expectDecided(() => expect(finish?.search).toContain(endlink.token));
    });

test('a sandboxed page carries the token into no address that has no origin, as the page has none', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', { tag: { 'data-carry': 'survey.example' } });
  const endlink = await service.issue(buyer.url('/landing'));
  buyer.page('/host', {
    tag: false,
    body: `<iframe sandbox="allow-scripts" src="${endlink.url}"></iframe>`,
  });
  await page.goto(buyer.url('/host'));
  const [, frame] = page.frames();
  if (!frame) throw new Error('The seller has not landed.');
  const carried = () =>
    frame.evaluate(() => {
      const { carry } = window.vaultlink as Vaultlink;
      return ['mailto:a@survey.example', 'data:text/html,', 'app://survey.example/'].map(carry);
    });
  await expect
    .poll(() =>
      frame.evaluate(() => (window.vaultlink as Vaultlink).token()).catch(() => undefined),
    )
    .toBe(endlink.token);
  expectWithout(endlink.token, await carried());
});
