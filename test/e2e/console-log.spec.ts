import { expect, test } from './support/fixtures.ts';

test('the log says why a report was refused, and shows the request in full', async ({
  page,
  service,
}) => {
  await page.goto(`${service.origin}/sandbox/log`);
  await expect(page.getByText('Nothing has come in yet.')).toBeVisible();
  const endlink = await service.issue('https://buyer.example/');
  const query = new URLSearchParams({ service_endlink_token: endlink.token });
  const report = `${service.origin}/api/v3/endlinks/complete?${query.toString()}`;
  await fetch(report);
  await fetch(report);
  await expect(page.locator('#opening-1')).toContainText('which led to https://buyer.example/');
  await expect(page.locator('#request-1')).toContainText('Spent token');
  await expect(page.locator('#request-2')).toContainText('Refused: ');

  await page.locator('#request-2 summary').click();
  await expect(page.locator('#request-2')).toContainText('As a command');
  await expect(page.locator('#request-2')).toContainText(endlink.token);
  // What is open stays open when something new comes in.
  await fetch(report);
  await expect(page.locator('#request-3')).toContainText('Refused: ');
  await expect(page.locator('#request-2')).toContainText('As a command');

  await page.getByRole('button', { name: 'Send again request 2' }).click();
  await expect(page.locator('#entry')).toContainText('Sent again from the log: request 2.');
});

test('the log is filtered by what somebody types, and stays so while requests come in', async ({
  page,
  service,
}) => {
  await page.goto(`${service.origin}/sandbox/log`);
  await fetch(`${service.origin}/api/v3/endlinks/complete?service_endlink_token=one`);
  await expect(page.locator('#request-1')).toContainText('complete');
  await page.getByLabel('Search').fill('screenout');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByText('Nothing fits.')).toBeVisible();
  await fetch(`${service.origin}/api/v3/endlinks/complete?service_endlink_token=one`);
  await fetch(`${service.origin}/api/v3/endlinks/screenout?service_endlink_token=one`);
  await expect(page.locator('#request-3')).toContainText('screenout');
  await expect(page.locator('.entry')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear the log' }).click();
  await expect(page.getByText('Nothing has come in yet.')).toBeVisible();
});
