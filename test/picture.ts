/** Takes the picture of the README: `npm run picture`, after `npm run build`. Follows the page of somebody with a page of their own, and photographs both sides of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { packPackage } from './support/pack.ts';
import { openPacket } from './start-pages/readers.ts';
import { walkPage } from './start-pages/walk.ts';
import { findBrowser } from './support/find-browser.ts';

/** Where the picture is. */
const PICTURE = 'docs/images/survey-and-sandbox.png';

const WIDTH = 1240;
const LOOK = `body { margin: 0; padding: 24px; display: grid; grid-template-columns: 430px 1fr; gap: 24px; background: #eef1f4; font: 600 15px system-ui, sans-serif; }
figure { margin: 0; } img { display: block; width: 100%; border: 1px solid #c3cad1; border-radius: 8px; }
figcaption { padding-bottom: 8px; color: #39424b; }`;

const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

const packed = packPackage();
const browser = await chromium.launch({ executablePath: findBrowser().executablePath });
const walk = await walkPage(readFileSync('docs/start/own-page.md', 'utf8'), packed.archive);
try {
  const context = await browser.newContext({ colorScheme: 'light' });
  const list = await context.newPage();
  await list.setViewportSize({ width: 738, height: 420 });
  await list.goto(walk.here('http://127.0.0.1:4800'));
  const tab = await openPacket(list);
  await tab.setViewportSize({ width: 430, height: 420 });
  await tab.getByRole('link', { name: 'Tea' }).click();
  await tab.getByText('Thank you for completing').waitFor();
  await list.getByText('€1.00 paid.').waitFor();

  // The port of this walk is another one than the page's.
  await list.locator('.packet h3').evaluate((heading) => (heading.textContent = 'localhost:3000'));

  const both = await context.newPage();
  await both.setViewportSize({ width: WIDTH, height: 500 });
  const photograph = async (page: Page) => dataUrl(await page.screenshot());
  await both.setContent(`<style>${LOOK}</style>
    <figure><figcaption>Your last page</figcaption><img src="${await photograph(tab)}"></figure>
    <figure><figcaption>The marketplace</figcaption><img src="${await photograph(list)}"></figure>`);
  await both.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  writeFileSync(PICTURE, await both.locator('body').screenshot());
  console.log(PICTURE);
} finally {
  await browser.close();
  await walk.end();
  packed.remove();
}
