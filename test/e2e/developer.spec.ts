import { expect, test } from './support/fixtures.ts';

test('a buyer creates a client, sees its secret once, and adds a packet', async ({
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
  await expect(page.getByText(secret)).toBeVisible();
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
