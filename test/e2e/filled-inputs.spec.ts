import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

const INPUT = '<input aria-label="Code" data-vaultlink-fill="token">';

/** Where a page has an input that is filled. */
const PLACES: Record<string, string> = {
  'in a form': `<form>${INPUT}</form>`,
  'in a shadow root': `<div><template shadowrootmode="open">${INPUT}</template></div>`,
  'in a shadow root inside another one': `<div><template shadowrootmode="open"><p><template shadowrootmode="open">${INPUT}</template></p></template></div>`,
};

/** Reads the value of the page's input, which may be in shadow roots, and selects it if that is wanted. */
const valueOf = (page: Page, isToSelect = false) =>
  page.evaluate((isToSelect) => {
    const find = (root: Document | ShadowRoot): HTMLInputElement | null => {
      const host = root.querySelector('div, p');
      return host?.shadowRoot ? find(host.shadowRoot) : root.querySelector('input');
    };
    const input = find(document);
    if (isToSelect) {
      input?.focus();
      input?.select();
    }
    return input?.value;
  }, isToSelect);

/** Changes the page again and again, as a framework renders, for longer than an emptied input waits to be filled. */
const renderForAWhile = (page: Page) =>
  page.evaluate(async () => {
    const begin = performance.now();
    while (performance.now() - begin < 400) {
      await new Promise(requestAnimationFrame);
      document.body.append('rendered');
    }
  });

for (const [where, body] of Object.entries(PLACES))
  test(`an input ${where} that the seller has emptied stays empty`, async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/landing', { body });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expect.poll(() => valueOf(page)).toBe(endlink.token);
    await valueOf(page, true);
    await page.keyboard.press('Delete');
    await expect.poll(() => valueOf(page)).toBe('');
    await renderForAWhile(page);
    expect(await valueOf(page)).toBe('');
  });
