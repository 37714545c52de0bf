import { expect, test } from './support/fixtures.ts';

const PACKET = { name: 'Breakfast habits', endlink_url: 'https://buyer.example/' };

interface Opened {
  token: string;
}

test('the seller’s page follows an endlink to its end without a reload, and keeps the focus', async ({
  page,
  service,
}) => {
  const { packet_id } = await service.control<{ packet_id: string }>('packets', PACKET);
  await page.goto(`${service.origin}/?seller=seller-2`);
  const packets = page.locator('#packets');
  await expect(packets).toContainText('You have not opened it yet.');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.locator('#choose-seller').focus();

  const click = { packet_id, seller_id: 'seller-2' };
  const { token } = await service.control<Opened>('endlinks', click);
  await expect(packets).toContainText('Awaiting outcome');
  await page.evaluate(() => document.querySelector('#packets details')?.setAttribute('open', ''));
  await service.advance(60);
  await expect(page.locator('#packets .countdown')).toContainText('58:');
  await expect(packets).toContainText(token);

  const query = new URLSearchParams({ service_endlink_token: token });
  await fetch(`${service.origin}/api/v3/endlinks/complete?${query.toString()}`);
  await expect(packets).toContainText('€1.00 paid.');
  await expect(page.locator('#news')).toContainText('Breakfast habits: Published');
  await expect(packets).toContainText(token);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('choose-seller');
});

test('an hour without an outcome is a failure, which shows at once', async ({ page, service }) => {
  const { packet_id } = await service.control<{ packet_id: string }>('packets', PACKET);
  await service.control('endlinks', { packet_id, seller_id: 'seller-1' });
  await page.goto(service.origin);
  await expect(page.locator('#packets')).toContainText('Awaiting outcome');
  await service.advance(3600);
  await expect(page.locator('#packets')).toContainText('No outcome');
});

test('the seller who was chosen is still chosen on the next visit', async ({ page, service }) => {
  await page.goto(`${service.origin}/?seller=seller-2`);
  await page.goto(service.origin);
  await expect(page.getByRole('heading', { name: 'Packets for Jonas Lindqvist' })).toBeVisible();
});

test('a settled packet is played again by a new seller, whose packets the page then shows', async ({
  page,
  service,
}) => {
  const { token } = await service.issue(`${service.origin}/sandbox/check`);
  await fetch(`${service.origin}/api/v3/endlinks/screenout?service_endlink_token=${token}`);
  await page.goto(`${service.origin}/`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const tab = page.waitForEvent('popup');
  await page.getByRole('button', { name: /^Play again/ }).click();
  await (await tab).waitForURL(/seller_id=seller-3/);
  await expect(page.locator('#packets')).toContainText('Packets for Seller 3');
  await expect(page.locator('#packets')).toContainText('Awaiting outcome');
});

// The stand-in for Playwright in WebKitGTK has no `toBeHidden()`.
test(
  'a deleted seller comes back by one press',
  { tag: '@playwright' },
  async ({ page, service }) => {
    await page.goto(`${service.origin}/?seller=seller-2`);
    await page.getByText('Change Jonas Lindqvist').click();
    await page.getByRole('button', { name: 'Delete Jonas Lindqvist' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('#undo')).toBeHidden();
    await expect(page.locator('#choose-seller')).toContainText('Jonas Lindqvist');
  },
);
