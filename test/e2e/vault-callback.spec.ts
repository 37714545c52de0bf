import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import type { Panel } from './support/panel.ts';
import type { Service } from './support/service.ts';
import {
  connect,
  decide,
  expectConnected,
  expectConsent,
  expectPushCount,
  expectTokenCalls,
  pressConnect,
} from './support/vault.ts';
import { expectReceived } from './support/verdict.ts';

/** Goes to the consent page, and has the service decide without the browser. */
async function authorized(page: Page, panel: Panel, service: Service): Promise<string> {
  await page.goto(panel.url('/profile'));
  await pressConnect(page);
  await expectConsent(page);
  const order = { authorize_url: page.url(), seller_id: 'seller-1' };
  return (await service.control<{ location: string }>('authorizations', order)).location;
}

test('a callback with a state that nobody began is refused, with a way to start again', async ({
  page,
  service,
  panel,
}) => {
  const answer = await page.goto(panel.url('/vault/callback?code=abc&state=made-up'));
  expect(answer?.status()).toBe(400);
  await expect(page.getByText('state_missing')).toBeVisible();
  await expectTokenCalls(service, 0);
  await page.getByRole('link').click();
  await decide(page, 'Allow');
  await page.waitForURL(panel.url('/'));
});

test('a callback with another state than its own flow’s is refused', async ({
  page,
  service,
  panel,
}) => {
  const url = new URL(await authorized(page, panel, service));
  url.searchParams.set('state', 'x'.repeat(43));
  expect((await page.goto(url.href))?.status()).toBe(400);
  await expect(page.getByText('state_mismatch')).toBeVisible();
  await expectTokenCalls(service, 0);
});

test('a callback without a state is refused', async ({ page, service, panel }) => {
  const url = new URL(await authorized(page, panel, service));
  url.searchParams.delete('state');
  expect((await page.goto(url.href))?.status()).toBe(400);
  await expect(page.getByText('state_missing')).toBeVisible();
  await expectTokenCalls(service, 0);
});

test('a callback that lands in another browser is refused, and still works in its own', async ({
  page,
  browser,
  service,
  panel,
}) => {
  const location = await authorized(page, panel, service);
  const stranger = await browser.newContext();
  const theirs = await stranger.newPage();
  expect((await theirs.goto(location))?.status()).toBe(400);
  await expect(theirs.getByText('state_missing')).toBeVisible();
  expect(await stranger.cookies()).toEqual([]);
  await stranger.close();
  await page.goto(location);
  await expectConnected(page);
});

test('a callback that is replayed leads back, and exchanges nothing', async ({
  page,
  service,
  panel,
}) => {
  const location = await authorized(page, panel, service);
  await page.goto(location);
  await expectConnected(page);
  await page.goto(location);
  await expectConnected(page);
  expect(page.url()).toBe(panel.url('/profile'));
  await expectTokenCalls(service, 1);
});

test('a callback that is replayed after the session has ended says so', async ({
  page,
  service,
  panel,
}) => {
  const location = await authorized(page, panel, service);
  await page.goto(location);
  await expectConnected(page);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Your vault is not connected.')).toBeVisible();
  expect((await page.goto(location))?.status()).toBe(400);
  await expect(page.getByText('state_expired')).toBeVisible();
  await expectTokenCalls(service, 1);
});

test('a callback that is prefetched, or asked for by HEAD, is not used up', async ({
  page,
  service,
  panel,
}) => {
  const location = await authorized(page, panel, service);
  const cookie = (await page.context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  for (const [method, purpose] of [
    ['GET', 'prefetch'],
    ['GET', 'prefetch;prerender'],
    ['HEAD', ''],
  ] as const) {
    const headers = { cookie, ...(purpose && { 'sec-purpose': purpose }) };
    const answer = await fetch(location, { method, headers, redirect: 'manual' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
  await expectTokenCalls(service, 0);
  await page.goto(location);
  await expectConnected(page);
});

for (const returnTo of [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,hello',
  'http://127.0.0.1@evil.example/',
]) {
  test(`return_to ${JSON.stringify(returnTo)} leads nobody away`, async ({
    page,
    service,
    panel,
  }) => {
    const query = new URLSearchParams({ return_to: returnTo });
    const answer = await page.goto(panel.url(`/vault/connect?${query}`));
    expect(answer?.status()).toBe(400);
    expect(new URL(page.url()).origin).toBe(panel.origin);
    await expect(page.getByText('invalid_request')).toBeVisible();
    await expectReceived(service, async () => expect(await service.requests()).toEqual([]));
  });
}

test('the cookies are small, HttpOnly, bound to the host, and hold no token', async ({
  page,
  context,
  panel,
}) => {
  await page.goto(panel.url('/profile'));
  await pressConnect(page);
  await expectConsent(page);
  const [flow] = await context.cookies();
  expect(flow).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  await decide(page, 'Allow');
  await expectConnected(page);
  const cookies = await context.cookies();
  const session = cookies.find(({ name }) => name === 'vaultlink');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  expect(session?.domain).toBe('127.0.0.1');
  for (const { name, value } of cookies) {
    const limit = name === 'vaultlink' ? 200 : 700;
    expect(name.length + value.length, name).toBeLessThan(limit);
    expect(value).not.toMatch(/profile/);
  }
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('a page of another origin can neither read nor change anything', async ({
  page,
  service,
  panel,
  otherBuyer,
}) => {
  await connect(page, panel.url('/profile'));
  otherBuyer.page('/evil');
  await page.goto(otherBuyer.url('/evil'));
  const tryAll = () =>
    page.evaluate(
      async ([base, packetId]) => {
        const push = `/packets/${packetId}/push`;
        const header = { 'X-Vaultlink': '1' };
        const calls: [string, RequestInit][] = [
          ['/session', { headers: header }],
          ['/session', { method: 'DELETE', headers: header }],
          [push, { method: 'POST', headers: header, body: '{"payload":{}}' }],
          [push, { method: 'POST', body: '{"payload":{}}', mode: 'no-cors' }],
        ];
        return Promise.all(
          calls.map(([path, init]) =>
            fetch(base + path, { credentials: 'include', ...init }).then(
              ({ type }) => type,
              () => 'refused',
            ),
          ),
        );
      },
      [panel.url('/vault'), panel.packetId] as const,
    );
  expect(await tryAll()).toEqual(['refused', 'refused', 'refused', 'opaque']);
  await expectPushCount(service, 0);
  await page.goto(panel.url('/profile'));
  await expectConnected(page);
});
