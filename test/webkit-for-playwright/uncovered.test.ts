import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from '@playwright/test';
import { CommandQueue } from './command-queue.ts';
import { webkitExpect } from './index.ts';
import { Network } from './network.ts';
import { Page } from './page.ts';

const README = /test\/webkit-for-playwright\/README\.md/;

/** Returns a page whose driver is never used. */
async function pageWithoutBrowser(): Promise<Page & Record<string, () => unknown>> {
  const network = await Network.start();
  await network.close();
  const page = new Page({} as never, 'handle', new CommandQueue({} as never), network);
  return page as Page & Record<string, () => unknown>;
}

describe('a use of Playwright that is not covered', () => {
  it('throws an error that names the method and the README', async () => {
    const page = await pageWithoutBrowser();
    assert.throws(() => page.setViewportSize?.(), /page\.setViewportSize\b/);
    assert.throws(() => page.setViewportSize?.(), README);
  });

  it('names the object of the method: a locator, a frame, the clock, the keyboard', async () => {
    const page = await pageWithoutBrowser();
    const uses = [
      [page.locator('button'), 'hover', /locator\.hover/],
      [page.frames()[1], 'title', /frame\.title/],
      [page.clock, 'runFor', /clock\.runFor/],
      [page.keyboard, 'type', /keyboard\.type/],
    ] as const;
    for (const [object, name, message] of uses)
      assert.throws(() => Reflect.get(object ?? {}, name) as unknown, message);
  });

  it('throws for an event that is not covered', async () => {
    const page = await pageWithoutBrowser();
    assert.throws(() => page.on('dialog', () => undefined), /page\.on\('dialog'\)/);
    assert.throws(() => void page.waitForEvent('dialog'), /page\.waitForEvent\('dialog'\)/);
  });

  it('rejects for a key that is not covered', async () => {
    const page = await pageWithoutBrowser();
    await assert.rejects(page.keyboard.press('F1'), /keyboard\.press\('F1'\)/);
  });

  it('throws for a matcher that is not covered', async () => {
    const page = await pageWithoutBrowser();
    const locator: unknown = page.locator('button');
    await assert.rejects(
      async () => webkitExpect(locator as Locator).toHaveAttribute('disabled'),
      /expect\(locator\)\.toHaveAttribute/,
    );
  });

  it('lets a page be awaited, compared and written to a log', async () => {
    const page = await pageWithoutBrowser();
    assert.equal(await Promise.resolve(page), page);
    assert.doesNotThrow(() => webkitExpect(page).toEqual(page));
    assert.equal(String(page), 'page');
    assert.doesNotThrow(() => JSON.stringify(page.clock));
  });
});
