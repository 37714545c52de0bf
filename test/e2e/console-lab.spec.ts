import { expect, test } from './support/fixtures.ts';

test('a fault that is added in the lab strikes, and its row goes away', async ({
  page,
  service,
}) => {
  await page.goto(`${service.origin}/sandbox/lab`);
  await page.getByRole('heading', { name: 'All behaviours' }).click();
  await page.getByText('Add a fault', { exact: true }).click();
  await page.locator('#fault-status').fill('418');
  await page.locator('#fault-path').fill('/api/v3/*');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await expect(page.locator('#fault-list')).toContainText('Answer with a status 418');
  const { status } = await fetch(`${service.origin}/api/v3/endlinks/fail`);
  expect(status).toBe(418);
  await expect(page.locator('#fault-state')).toContainText('Nothing goes wrong.');
});

test('a situation begins with one press, and its fault goes away once it has struck', async ({
  page,
  service,
}) => {
  await page.goto(`${service.origin}/sandbox/lab`);
  await page.getByRole('button', { name: 'Begin 503 once' }).click();
  await expect(page.locator('#situation-503-once')).toContainText('On');
  expect((await fetch(`${service.origin}/api/v3/endlinks/fail`)).status).toBe(503);
  await expect(page.getByRole('button', { name: 'Begin 503 once' })).toBeVisible();
});

// The stand-in for Playwright in WebKitGTK has no `toBeHidden()`.
test(
  'the search hides switches while somebody types, and a link opens what it leads to',
  { tag: '@playwright' },
  async ({ page, service }) => {
    await page.goto(`${service.origin}/sandbox/lab#row-cors`);
    await expect(page.locator('#row-cors')).toBeVisible();
    await page.getByLabel('Search switches and replies').fill('prefetch');
    await expect(page.locator('#row-prefetch_consumes')).toBeVisible();
    await expect(page.locator('#row-cors')).toBeHidden();
    await service.control('behaviour', { head_consumes: false });
    await expect(page.locator('#changed-count')).toContainText('1 changed');
    await expect(page.locator('#row-cors')).toBeHidden();
  },
);

test('one of two faults is removed without leaving the page', async ({ page, service }) => {
  await service.addFault({ kind: 'drop' });
  await service.addFault({ kind: 'delay', delay_ms: 100 });
  await page.goto(`${service.origin}/sandbox/lab`);
  await page.getByRole('button', { name: 'Remove fault-1' }).click();
  await expect(page.locator('#fault-list li')).toHaveCount(1);
  await expect(page.locator('#fault-list')).toContainText('Answer late');
});

// WebDriver does not find the last button by its name, a part of which is visually hidden.
test(
  'the clock of the lab advances, and a reply is marked once it is changed',
  { tag: '@playwright' },
  async ({ page, service }) => {
    await page.goto(`${service.origin}/sandbox/lab`);
    await page.getByRole('button', { name: 'Advance 1 hour' }).click();
    await expect(page.locator('#ahead')).toContainText('1 hour ahead of real time.');
    await service.control('replies', { outcome_success: { status: 204 } });
    await expect(page.locator('#row-outcome_success')).toContainText('Changed');
    await page.getByRole('heading', { name: 'All behaviours' }).click();
    await page.getByRole('button', { name: 'Reset outcome_success.status' }).click();
    await expect(page.locator('#changed-count')).toContainText('All at their defaults');
  },
);

test('what somebody types into a switch stays when something else changes', async ({
  page,
  service,
}) => {
  await page.goto(`${service.origin}/sandbox/lab`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.getByRole('heading', { name: 'All behaviours' }).click();
  await page.locator('[name="used_token.code"]').fill('half_typed');
  await service.control('replies', { outcome_success: { status: 204 } });
  await expect(page.locator('#row-outcome_success')).toContainText('Changed');
  const field = 'used_token.code';
  const typed = (id: string) => (document.getElementById(id) as HTMLInputElement | null)?.value;
  expect(await page.evaluate(typed, field)).toBe('half_typed');
});
