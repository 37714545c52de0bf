import type { Page } from '@playwright/test';
import type { EndlinkEngine } from '../../src/browser/endlink/parts.ts';
import { expect, test } from './support/fixtures.ts';
import { expectTokenPart } from './support/seller.ts';
import { expectUntouched } from './support/service.ts';
import { expectWithout } from './support/verdict.ts';

const SURVEY = 'https://survey.example';

/** HTML that leads to an address when the seller presses "Go". No frame: browsers block frames on http in a page on https. */
const HTML: Record<string, (url: string) => string> = {
  'a link': (url) => `<a href="${url}">Go</a>`,
  'a link that opens a new tab': (url) => `<a href="${url}" target="_blank">Go</a>`,
  'a GET form': (url) => `<form action="${url}"><button>Go</button></form>`,
  'a POST form': (url) => `<form action="${url}" method="post"><button>Go</button></form>`,
  'a button of its own address': (url) => `<form><button formaction="${url}">Go</button></form>`,
};

const SCRIPTS: Record<string, (url: string) => unknown> = {
  // In a task of its own: the call of the test returns before the page is gone.
  'location.assign()': (url) => void setTimeout(() => location.assign(url)),
  'window.open()': (url) => void window.open(url, '_blank', 'noopener'),
};

async function pressHtml(page: Page, html: string): Promise<void> {
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), html);
  await page.getByText('Go').click();
}

// Over WebDriver nothing answers in the place of a host.
test(
  'a page on https takes the token to no address on http, whichever way leads there',
  { tag: '@playwright' },
  async ({ page, service, buyer, otherBuyer }) => {
    await page.context().route(`${SURVEY}/**`, async (route) => {
      const url = route.request().url().replace(SURVEY, buyer.origin);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    buyer.page('/landing', { tag: { 'data-carry': otherBuyer.host } });
    const endlink = await service.issue(`${SURVEY}/landing`);

    const leave = async (way: string, go: (tab: Page, url: string) => Promise<unknown>) => {
      const tab = await page.context().newPage();
      await tab.goto(endlink.url);
      await expectTokenPart(tab);
      await tab.evaluate(() => (window.vaultlink as EndlinkEngine).load('script-navigation'));
      const path = `/${encodeURIComponent(way)}`;
      otherBuyer.page(path, { tag: false });
      await go(tab, otherBuyer.url(path));
      await expect.poll(() => otherBuyer.requests.map((request) => request.path)).toContain(path);
    };
    for (const [way, htmlOf] of Object.entries(HTML))
      await leave(way, (tab, url) => pressHtml(tab, htmlOf(url)));
    for (const [way, script] of Object.entries(SCRIPTS))
      await leave(way, (tab, url) => tab.evaluate(script, url));

    expectWithout(
      endlink.token,
      otherBuyer.requests.map(
        ({ path, search, body, headers }) =>
          `${path} ${search} ${body} ${String(headers.get('referer'))}`,
      ),
    );
    await expectUntouched(service, endlink);
  },
);
