import { expect, test } from './support/demo.ts';

test('two clicks lead from the first page to a seller who is paid, and its links to the sites that connect vaults', async ({
  page,
  demo,
}) => {
  await page.goto(demo.sample);
  await page.getByRole('button', { name: 'Open the survey' }).click();
  await page.getByRole('link', { name: 'Coffee' }).click();
  await expect(page.getByText('Paid: €2.50')).toBeVisible();
  for (const [link, origin, heading] of [
    ['Connect a vault, and push into it', demo.panel, 'From these pages into your vault'],
    ['The same with a backend of your own', demo.club, 'Welcome to the club'],
  ] as const) {
    await page.goto(demo.sample);
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(page.url()).toBe(`${origin}/`);
    await page.getByRole('link', { name: 'Start page' }).click();
    await expect(page.locator('.steps .done')).toHaveCount(3);
  }
});

test(
  'a button copies the HTML of a page',
  { tag: '@chromium' },
  async ({ context, page, demo }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${demo.panel}/profile`);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`data-base-url="${demo.service}"`);
  },
);
