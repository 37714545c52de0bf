import type { Page } from '@playwright/test';
import type { Buyer } from './support/buyer.ts';
import { expect, test as base } from './support/fixtures.ts';
import { expectToken, expectTokenPart, withholdPart } from './support/seller.ts';
import type { Endlink } from './support/service.ts';
import { blockStorage } from './support/surroundings.ts';
import { expectWithout } from './support/verdict.ts';

/** Not over WebDriver: it holds no part back while the page is left, and sees no tab without an opener. */
const ON_PLAYWRIGHT = { tag: '@playwright' };

/** Not in Firefox either, where the page does not count as loaded before the part is there. */
const ON_CHROMIUM = { tag: ['@playwright', '@chromium'] };

interface Landing {
  /** Lands the seller on a page that lets the other host have the token. */
  land: (body: string, isPartHere?: boolean) => Promise<Endlink>;
}

const test = base.extend<Landing>({
  land: async ({ page, service, buyer, otherBuyer }, use) => {
    await use(async (body, isPartHere = true) => {
      buyer.page('/landing', { tag: { 'data-carry': otherBuyer.host }, body });
      for (const host of [buyer, otherBuyer]) host.page('/next');
      const endlink = await service.issue(buyer.url('/landing'));
      await page.goto(endlink.url);
      if (isPartHere) await expectTokenPart(page);
      return endlink;
    });
  },
});

/** Waits until an element has an attribute. */
const expectAttribute = (page: Page, selector: string, name: string, value: string) =>
  expect
    .poll(() =>
      page.evaluate(([selector, name]) => document.querySelector(selector)?.getAttribute(name), [
        selector,
        name,
      ] as const),
    )
    .toBe(value);

/** Waits until a host was asked for the page, and gives the queries. */
async function queriesOf(host: Buyer): Promise<string[]> {
  const queries = () =>
    host.requests.filter(({ path }) => path === '/next').map(({ search }) => search);
  await expect.poll(() => queries().length).toBe(1);
  return queries();
}

test.describe('a listener that stops the event', () => {
  for (const way of ['event.stopPropagation()', 'event.cancelBubble = true'])
    test(
      `by ${way} takes nothing from a link that opens a new tab`,
      ON_PLAYWRIGHT,
      async ({ context, page, land }) => {
        const link = `<a href="/next" target="_blank" rel="noopener" onclick="${way}">Go</a>`;
        const endlink = await land(link);
        await page.evaluate(() =>
          document.addEventListener('click', () => (document.title = 'heard')),
        );
        const opened = context.waitForEvent('page');
        await page.getByRole('link').click();
        const tab = await opened;
        await expectToken(tab, endlink.token);
        expect(await page.title()).not.toBe('heard');
      },
    );

  for (const [what, body] of [
    ['a link', 'onclick', '<a href="HOST/next">Go</a>'],
    ['a form', 'onsubmit', '<form method="post" action="HOST/next"><button>Go</button></form>'],
  ].map(
    ([what = '', handler, html]) =>
      [what, `<div ${handler}="event.stopPropagation()">${html}</div>`] as const,
  ))
    test(`takes nothing from ${what} to another host`, async ({ page, otherBuyer, land }) => {
      const endlink = await land(body.replace('HOST', otherBuyer.origin));
      await page.getByText('Go').click();
      expect((await queriesOf(otherBuyer)).join()).toContain(endlink.token);
    });
});

for (const [what, html] of [
  [
    'a form in a declarative shadow root',
    '<div><template shadowrootmode="open"><form method="post" action="HOST/next"><button>Go</button></form></template></div>',
  ],
  [
    'a button with an address of its own',
    '<form method="post"><button formaction="HOST/next">Go</button></form>',
  ],
] as const)
  test(
    `${what} has the token before the part for tokens has arrived`,
    ON_CHROMIUM,
    async ({ page, otherBuyer, land }) => {
      await withholdPart(page, 'token');
      const endlink = await land(html.replace('HOST', otherBuyer.origin), false);
      await page.getByText('Go').click();
      expect((await queriesOf(otherBuyer)).join()).toContain(endlink.token);
    },
  );

// Firefox sends no pings.
test(
  'a link with the attribute ping sends the token to nobody but its own host',
  ON_CHROMIUM,
  async ({ page, buyer, otherBuyer, land }) => {
    const heard: string[] = [];
    buyer.handle('/collect', (request) => {
      heard.push([...request.headers].join());
      return new Response(null, { status: 204 });
    });
    const endlink = await land(
      `<a ping="/collect" href="${otherBuyer.url('/next')}" target="_blank">Go</a><a ping="/collect" href="#here">Here</a>`,
    );
    await page.getByText('Go').click();
    expect((await queriesOf(otherBuyer)).join()).toContain(endlink.token);
    // The ping of a link that carries nothing is sent, and comes after that of the first link.
    await page.getByText('Here').click();
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    expectWithout(endlink.token, heard);
    await expectAttribute(page, 'a', 'ping', '/collect');
  },
);

test('a page that changes a link, or reads its form, in a timeout finds its own address', async ({
  page,
  buyer,
  land,
}) => {
  const endlink =
    await land(`<a href="/next" target="_blank" onclick="setTimeout(() => { this.href = this.href + '#clicked' })">Go</a>
     <form action="/next" target="_blank"><input name="a" value="1" /><button>Send</button></form>
     <script>
       document.querySelector('form').addEventListener('submit', ({ target }) =>
         setTimeout(() => target.setAttribute('title', new URLSearchParams(new FormData(target)) + ' ' + target.action)));
     </script>`);
  await page.getByText('Go').click();
  await expectAttribute(page, 'a', 'href', buyer.url('/next#clicked'));
  await page.getByText('Send').click();
  await expectAttribute(page, 'form', 'title', `a=1 ${buyer.url('/next')}`);
  expectWithout(endlink.token, [await page.content()]);
});

test('the address of a file that a link saves is left alone', async ({ page, buyer, land }) => {
  buyer.handle(
    '/terms.txt',
    () => new Response('terms', { headers: { 'content-disposition': 'attachment' } }),
  );
  await land('<a download href="/terms.txt" target="_blank">Terms</a>');
  await page.getByRole('link').click();
  const searches = () =>
    buyer.requests.filter(({ path }) => path === '/terms.txt').map(({ search }) => search);
  await expect.poll(searches).toEqual(['']);
});

test.describe('where storage is blocked', () => {
  test.beforeEach(({ page }) => blockStorage(page));

  test(
    'a link to a place in the page reloads nothing before the part for tokens has arrived',
    ON_CHROMIUM,
    async ({ page, land }) => {
      await withholdPart(page, 'token');
      await land('<input aria-label="Answer" /><a href="#q2">On</a><p id="q2"></p>', false);
      await page.locator('input').fill('typed');
      await page.getByRole('link').click();
      await expect.poll(() => page.evaluate(() => location.hash)).toBe('#q2');
      expect(await page.evaluate(() => document.querySelector('input')?.value)).toBe('typed');
    },
  );

  test('a script that opens a place in the page in its own tab reloads nothing', async ({
    page,
    land,
  }) => {
    await land(
      `<input aria-label="Answer" /><button onclick="window.open('#q2', '_self')">On</button>`,
    );
    await page.locator('input').fill('typed');
    await page.getByRole('button').click();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#q2');
    expect(await page.evaluate(() => document.querySelector('input')?.value)).toBe('typed');
  });

  test('a router that listens last of all reads the address without the token', async ({
    page,
    buyer,
    land,
  }) => {
    const router = `<script>
      addEventListener('click', () => {
        addEventListener('click', (event) => {
          event.preventDefault();
          document.title = event.target.href;
        }, { once: true });
      }, true);
    </script>`;
    await land(`${router}<a href="/next">Go</a>`);
    await page.getByRole('link').click();
    await expect.poll(() => page.evaluate(() => document.title)).toBe(buyer.url('/next'));
  });
});
