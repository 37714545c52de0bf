import { expect, test } from './support/fixtures.ts';

test('a buyer creates a client and sees its secret once, however often the page is loaded', async ({
  page,
  service,
}) => {
  await page.goto(`${service.origin}/developer`);
  await page.getByLabel('Name').first().fill('My panel');
  await page.getByLabel('Redirect URI').fill('https://buyer.example/vault/callback');
  await page
    .getByRole('button', { name: /create/i })
    .first()
    .click();
  await expect(page.getByText('My panel').first()).toBeVisible();
  const { clients } = await service.control<{ clients: { client_secret: string; name: string }[] }>(
    'state',
  );
  const secret = clients[0]?.client_secret ?? 'none';
  expect(clients[0]?.name).toBe('My panel');
  await expect(page.getByText(secret).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(secret)).toHaveCount(0);
  expect((await service.control<{ clients: unknown[] }>('state')).clients.length).toBe(1);
  await page.goto(`${service.origin}/developer`);
  await expect(page.getByText('My panel').first()).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
});

test('an authorization for an unknown client goes nowhere', async ({ page, service }) => {
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: 'nobody', state: 's', scope: 'push_packet' },
    redirect_uri: 'https://evil.example/',
  });
  const answer = await page.goto(`${service.origin}/oauth/authorize?${query}`);
  expect(answer?.status()).toBe(400);
  expect(new URL(page.url()).origin).toBe(service.origin);
});

test('a form with a mistake keeps what was typed and names the mistake beside the field', async ({
  page,
  service,
}) => {
  await page.goto(`${service.origin}/developer`);
  await page.getByLabel('Name').first().fill('My panel');
  await page.getByLabel('Redirect URI').fill('buyer.example');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('must be an absolute http or https URL').first()).toBeVisible();
  const typed = (field: string) =>
    page.evaluate((id) => (document.getElementById(id) as HTMLInputElement | null)?.value, field);
  expect(await typed('client-name')).toBe('My panel');
  expect(await typed('client-redirect_uri')).toBe('buyer.example');
  await page.getByLabel('Redirect URI').fill('https://buyer.example/callback');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { name: 'My panel was created' })).toBeVisible();
});

test('the landing address of a seller is shown while a buyer types', async ({ page, service }) => {
  await page.goto(`${service.origin}/developer`);
  const preview = page.locator('#landing-preview');
  await page.getByLabel('Endlink URL').fill('https://buyer.example/?t={{endlink_token}}');
  await expect(preview).toContainText('https://buyer.example/?t=kX4v…9Qe&seller_id=seller-1');
  await page.getByLabel('Endlink URL').fill('https://buyer.example/?t={{endlink_tokn}}');
  await expect(preview).toContainText('There is no variable');
});
