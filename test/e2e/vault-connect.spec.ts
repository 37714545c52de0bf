import { expect, test } from './support/fixtures.ts';
import { shadowOf, traverse } from './support/seller.ts';
import {
  connect,
  decide,
  expectConnected,
  expectConsent,
  expectSaved,
  expectTokenCalls,
  expectVault,
  pressConnect,
  save,
  vaultOf,
} from './support/vault.ts';
import { expectReceived } from './support/verdict.ts';

test('a user connects in the page, and their answers reach the vault', async ({
  page,
  service,
  panel,
}) => {
  await connect(page, panel.url('/profile?step=2#form'));
  expect(page.url()).toBe(panel.url('/profile?step=2#form'));
  await page.getByLabel('Wish').fill('Longer hours');
  await save(page);
  await expectSaved(page);
  const answers = { drink: 'Tea', wish: 'Longer hours', cups: null };
  await expectReceived(service, async () =>
    expect(await vaultOf(service, panel.packetId)).toEqual(answers),
  );
  await expectTokenCalls(service, 1);
});

test('a user connects in a window of its own, which closes itself', async ({
  page,
  service,
  panel,
}) => {
  await page.goto(panel.url('/popup'));
  const opened = page.waitForEvent('popup');
  await pressConnect(page);
  const popup = await opened;
  const closed = popup.waitForEvent('close');
  await decide(popup, 'Allow');
  await closed;
  await expectConnected(page);
  await save(page, 'Coffee');
  await expectSaved(page);
  await expectVault(service, panel.packetId, { drink: 'Coffee' });
});

const LONG = 'x'.repeat(1000);

for (const [page, query, back] of [
  ['/popup', `?${LONG}#part`, ''],
  ['/profile', `?step=2#${LONG}`, '?step=2'],
  ['/profile', '?path=C:\\temp#a\\b', '?path=C:\\temp#a\\b'],
] as const) {
  test(`a user connects on ${page}${query.slice(0, 15)}, as long or odd as the address may be`, async ({
    page: tab,
    panel,
  }) => {
    const address = panel.url(page + query);
    await tab.goto(address);
    if (page === '/popup') {
      const opened = tab.waitForEvent('popup');
      await pressConnect(tab);
      await decide(await opened, 'Allow');
      await expectConnected(tab);
      expect(tab.url()).toBe(address);
    } else {
      await pressConnect(tab);
      await decide(tab, 'Allow');
      await expectConnected(tab);
      expect(tab.url()).toBe(panel.url(page) + back);
    }
  });
}

test('a window that is blocked is no obstacle: the page goes itself', async ({ page, panel }) => {
  await page.addInitScript(() => (window.open = () => null));
  await page.goto(panel.url('/popup'));
  await pressConnect(page);
  await decide(page, 'Allow');
  await expectConnected(page);
  expect(page.url()).toBe(panel.url('/popup'));
});

test('a no is said in words, leaves the address as it was, and can be changed', async ({
  page,
  service,
  panel,
}) => {
  await page.goto(panel.url('/profile'));
  await pressConnect(page);
  await decide(page, 'Deny');
  await expect(page.getByText('You declined.')).toBeVisible();
  expect(page.url()).toBe(panel.url('/profile'));
  await expectTokenCalls(service, 0);
  await pressConnect(page);
  await decide(page, 'Allow');
  await expectConnected(page);
});

test('a no in a window of its own reaches the page', async ({ page, panel }) => {
  await page.goto(panel.url('/popup'));
  const opened = page.waitForEvent('popup');
  await pressConnect(page);
  const popup = await opened;
  const closed = popup.waitForEvent('close');
  await decide(popup, 'Deny');
  await closed;
  await expect(page.getByText('You declined.')).toBeVisible();
});

// Chromium alone: where Firefox runs no script, Playwright runs none in the page either, and finds nothing there.
test(
  'without script a link connects all the same',
  { tag: '@chromium' },
  async ({ browser, panel }) => {
    panel.page('/plain', {
      body: '<vault-connect><a href="/vault/connect?return_to=/plain">Connect</a></vault-connect>',
    });
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(panel.url('/plain'));
    await page.getByRole('link', { name: 'Connect' }).click();
    await decide(page, 'Allow');
    await page.waitForURL(panel.url('/plain'));
    expect((await context.cookies()).map(({ name }) => name)).toContain('vaultlink');
    await context.close();
  },
);

test('disconnecting forgets the grant, in every tab', async ({ page, context, service, panel }) => {
  await connect(page, panel.url('/profile'));
  const other = await context.newPage();
  await other.goto(panel.url('/profile'));
  await expectConnected(other);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByText('Your vault is not connected.')).toBeVisible();
  }
  await save(other);
  await expect(other.getByText('Please connect your vault first.')).toBeVisible();
  await expectVault(service, panel.packetId, undefined);
});

test('two tabs that finish in reverse order both end up connected', async ({
  page,
  context,
  service,
  panel,
}) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(panel.url('/profile'));
    await pressConnect(tab);
    await expectConsent(tab);
  }
  await decide(other, 'Allow');
  await expectConnected(other);
  await decide(page, 'Allow');
  await expectConnected(page);
  for (const tab of [page, other]) {
    await save(tab);
    await expectSaved(tab);
  }
  await expectTokenCalls(service, 2);
});

test(
  'the back button never shows the callback, and exchanges nothing again',
  { tag: '@whole-browser' },
  async ({ page, service, panel }) => {
    await page.goto(panel.url('/profile'));
    await pressConnect(page);
    await expectConsent(page);
    const consent = page.url();
    await decide(page, 'Allow');
    await expectConnected(page);
    await traverse(page, 'back', consent);
    await traverse(page, 'forward', panel.url('/profile'));
    await expect
      .poll(async () => (await shadowOf(page, 'vault-connect')).text)
      .toContain('Your vault is connected.');
    await expectTokenCalls(service, 1);
  },
);
