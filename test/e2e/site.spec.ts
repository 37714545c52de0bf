import type { BrowserContextOptions, Page } from '@playwright/test';
import { expect, test as base } from './support/in-engine.ts';
import { builtPages } from '../site/built-site.ts';
import { serveSite } from '../support/site-server.ts';
import { complaintsAbout } from './support/axe.ts';

const test = base.extend<{ site: string }>({
  site: async ({}, use) => {
    const { origin, close } = await serveSite();
    await use(origin);
    await close();
  },
});

/** All pages; of the pages that show an example's files, which are made alike, the first of each list. */
const addresses = () =>
  builtPages()
    .map(({ address }) => address)
    .filter((address, index, all) => {
      const list = /^\/examples\/[^/]+\/(?=.)/.exec(address)?.[0];
      return !list || all.findIndex((one) => one.startsWith(list) && one !== list) === index;
    });

const isWiderThanTheScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** The header and the sidebar, which all pages share: one look at them is enough. */
const FRAME = ['.page > header', '#starlight__sidebar'];

/** The rules that colours and sizes decide. What the others look at is the same in each look. */
const OF_LOOKS = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
];

const LOOKS: Record<string, BrowserContextOptions> = {
  'in light mode': { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  'in dark mode on a phone': { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
};

// A trace of so many pages takes longer than they do.
test.use({ trace: 'off' });

for (const [look, options] of Object.entries(LOOKS)) {
  // Colours and sizes come from the style sheet: they are the same in each engine.
  test(
    `axe finds nothing on any page of the site ${look}`,
    { tag: '@chromium' },
    async ({ browser, site }) => {
      test.setTimeout(600_000);
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const complaints: string[] = [];
      const rules = look === 'in light mode' ? undefined : OF_LOOKS;
      for (const [index, address] of addresses().entries()) {
        await page.goto(site + address);
        complaints.push(
          ...(await complaintsAbout(page, { exclude: index > 1 ? FRAME : [], rules })),
        );
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
}

test(
  'no page of the site has to be scrolled sideways on the narrowest phone',
  { tag: '@chromium' },
  async ({ page, site }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width: 320, height: 700 });
    const wide: string[] = [];
    for (const address of addresses()) {
      await page.goto(site + address, { waitUntil: 'domcontentloaded' });
      if (await isWiderThanTheScreen(page)) wide.push(address);
    }
    expect(wide).toEqual([]);
  },
);

test('the search of the site finds a page, and leads to it', async ({ page, site }) => {
  await page.goto(`${site}/`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('input[placeholder="Search"]').fill('refresh token works only once');
  await page.getByRole('link', { name: 'How grants are kept and lost' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How grants are kept and lost');
});

test(
  'the site can be used without a pointer: skip link, search and sidebar',
  // Over WebDriver the Tab key leaves out links, as in Safari.
  { tag: '@playwright' },
  async ({ page, site }) => {
    await page.goto(`${site}/elements/`);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#_top$/);

    await page.goto(`${site}/elements/`);
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    const link = sidebar.getByRole('link', { name: 'The sandbox', exact: true });
    for (let steps = 0; steps < 40; steps += 1) {
      if (await link.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The sandbox');

    // The field is made when the browser has nothing else to do.
    const field = page.getByPlaceholder('Search');
    await expect(field).toBeAttached();
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
  },
);

// A page in WebKitGTK has one size.
test(
  'the menu on a phone opens, and leads to a page',
  { tag: '@playwright' },
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${site}/elements/`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'The sandbox', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The sandbox');
  },
);

test(
  'the home page shows the sentences to choose from on one screen of a phone, and each page leads to them in one click',
  { tag: '@chromium' },
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const sentences = page.locator('.cards ul').first().getByRole('link');
    await page.goto(`${site}/`);
    await expect(sentences).toHaveCount(7);
    for (const sentence of await sentences.all())
      await expect(sentence).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Menu' })).toBeInViewport();
    const offered = await sentences.allInnerTexts();

    await page.goto(`${site}/concepts/token-life/`);
    await page.getByRole('link', { name: 'Get started' }).filter({ visible: true }).click();
    await expect(page).toHaveURL(`${site}/start/`);
    expect(await sentences.allInnerTexts()).toEqual(offered);
  },
);

test('the site asks no other host for anything', { tag: '@playwright' }, async ({ page, site }) => {
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${site}/`)) others.push(request.url());
  });
  for (const address of ['/', '/elements/', '/frameworks/react/']) {
    await page.goto(site + address);
    await page.waitForLoadState('networkidle');
  }
  expect(others).toEqual([]);
});

// What is printed and what a phone shows come from the style sheet: they are the same in each engine.
test(
  'a printed page is light, whatever the screen is, wraps its code, and has no navigation',
  { tag: '@chromium' },
  async ({ browser, site }) => {
    const context = await browser.newContext({ colorScheme: 'dark' });
    const page = await context.newPage();
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${site}/start/own-page/`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(17, 28, 26)');
    await expect(page.locator('pre').first()).toHaveCSS('white-space', 'pre-wrap');
    for (const part of ['#starlight__sidebar', '.header-links', '.pagination-links'])
      await expect(page.locator(part).first()).toBeHidden();
    const code = page.locator('.ec-line span[style]').first();
    const color = await code.evaluate((token) => [
      getComputedStyle(token).color,
      token.style.getPropertyValue('--1'),
    ]);
    expect(color[0]).toBe(rgbOf(color[1] ?? ''));
    await context.close();
  },
);

/** The colour of six hexadecimal digits, as a browser tells it. */
const rgbOf = (color: string) =>
  `rgb(${[1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16)).join(', ')})`;

for (const address of ['/playground/', '/recipes/generator/', '/recipes/check/'])
  test(
    `a printed ${address} says where it is to be used`,
    { tag: '@chromium' },
    async ({ page, site }) => {
      await page.goto(site + address);
      await expect(page.locator('.print-only')).toBeHidden();
      await page.emulateMedia({ media: 'print' });
      await expect(page.locator('.print-only')).toContainText(site + address);
      await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
    },
  );

test(
  'a table on a phone lists each cell below the words of its column, and needs no scrolling',
  { tag: '@chromium' },
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${site}/concepts/token-life/`);
    const cell = page
      .locator('.table-box')
      .last()
      .getByRole('cell', { name: 'nothing more is sent' });
    const label = await cell.first().evaluate((td) => getComputedStyle(td, '::before').content);
    expect(label).toContain('What happens');
    for (const box of await page.locator('.table-box').all())
      expect(await box.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  },
);

/** Returns the words of code that begin in one line and end in the next. */
const brokenWords = (page: Page) =>
  page.locator('.sl-markdown-content code').evaluateAll((codes) =>
    codes.flatMap((code) => {
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      return texts.flatMap((text) =>
        [...text.data.matchAll(/\w+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const [first, ...others] = range.getClientRects();
          return others.some(({ top }) => top > (first?.bottom ?? 0)) ? [word] : [];
        }),
      );
    }),
  );

test(
  'code on a phone breaks between its words, and a table shows no cell that says nothing',
  { tag: '@chromium' },
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const address of ['/script-tag/', '/recipes/qualtrics/', '/backend/', '/sandbox/']) {
      await page.goto(site + address);
      expect(await brokenWords(page), address).toEqual([]);
      const cells = await page.locator('.table-box td').filter({ visible: true }).allInnerTexts();
      expect(cells.filter((text) => /^\s*–?\s*$/.test(text))).toEqual([]);
    }
  },
);

test(
  'the playground has its log beside its browser, and the buttons that break something below both; on a phone they stand between the two, and the survey is above the fold',
  { tag: '@chromium' },
  async ({ page, site }) => {
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      if (!box) throw new Error(`${selector} is not shown.`);
      return { ...box, right: box.x + box.width, bottom: box.y + box.height };
    };
    const boxes = async () => ({
      browser: await boxOf('.playground .browser'),
      breaks: await boxOf('.playground .breaks'),
      side: await boxOf('.playground .side'),
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${site}/playground/`);
    const wide = await boxes();
    expect(wide.browser.right).toBeLessThanOrEqual(wide.side.x);
    expect(wide.side.bottom).toBeLessThanOrEqual(wide.breaks.y);
    expect(wide.browser.bottom).toBeLessThanOrEqual(wide.breaks.y);

    await page.setViewportSize({ width: 390, height: 844 });
    const narrow = await boxes();
    expect(narrow.browser.bottom).toBeLessThanOrEqual(narrow.breaks.y);
    expect(narrow.breaks.bottom).toBeLessThanOrEqual(narrow.side.y);
    expect(narrow.browser.bottom).toBeLessThanOrEqual(844);
  },
);
