import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { playConsoleScene } from './scene.ts';
import type { ConsoleScene } from './scene.ts';

/** The pages of the console. The check comes last, since it adds a packet. */
const PAGES = [
  ['seller', '/'],
  ['buyer', '/developer'],
  ['log', '/sandbox/log'],
  ['lab', '/sandbox/lab'],
  ['check', '/sandbox/check'],
] as const;

type PageName = (typeof PAGES)[number][0];

const LOOKS = [
  ['light', { width: 1280, height: 860 }, 'light'],
  ['dark', { width: 1280, height: 860 }, 'dark'],
  ['phone', { width: 390, height: 844 }, 'light'],
] as const;

/**
 * Takes a picture of each page of the sandbox's console: light, dark and on a phone.
 *
 * @param folder where the pictures are written to
 * @returns their names
 */
export async function takeConsolePictures(browser: Browser, folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const scene = await playConsoleScene();
  const names: string[] = [];
  try {
    for (const [name, path] of PAGES) {
      for (const [look, viewport, colorScheme] of LOOKS) {
        const context = await browser.newContext({ viewport, colorScheme });
        const page = await context.newPage();
        await page.goto(scene.origin + path);
        await usePage(page, name, scene);
        await page.evaluate(() => scrollTo(0, 0));
        const file = `${name}-${look}.webp`;
        writeFileSync(join(folder, file), await asWebP(browser, await page.screenshot()));
        names.push(file);
        await context.close();
      }
    }
  } finally {
    await scene.close();
  }
  return names;
}

/** Does what shows what a page is for. */
async function usePage(page: Page, name: PageName, scene: ConsoleScene): Promise<void> {
  switch (name) {
    case 'check':
      await page.goto(scene.origin + (await scene.checkSite()));
      return;
    case 'log':
      await page.locator('[id^=request-details] > summary').first().click();
      await page.getByText('As a command').first().waitFor();
      return;
    case 'buyer':
      await page
        .getByLabel('Endlink URL')
        .last()
        .fill('https://buyer.example/survey?t={{endlink_token}}');
      await page.locator('#landing-preview code').waitFor();
      return;
    case 'seller':
    case 'lab':
  }
}

/** A picture of the same look in a fourth of the bytes. */
async function asWebP(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const encoded = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.85);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}
