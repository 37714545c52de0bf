import type { Page } from '@playwright/test';
import type { SelfCheck } from '../../src/protocol/self-check.ts';
import { complaintsAbout } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';

const NAME = 'Vaultlink self-check';

const panelOf = (page: Page) => page.getByRole('region', { name: NAME });

/** Returns what the panel says in the line with this label. */
const rowOf = (page: Page, label: string) =>
  panelOf(page)
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`${label}$`) }) })
    .locator('dd');

/** Returns what the panel tells programs. */
const selfCheckOf = (page: Page): Promise<SelfCheck> =>
  page.evaluate(() =>
    (window as unknown as { vaultlink: { selfCheck: () => SelfCheck } }).vaultlink.selfCheck(),
  );

test.describe('The self-check panel', () => {
  test('shows the token’s way over two pages, the report and its answer', async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/', { tag: { 'data-debug': '' }, body: '<a href="/end">Go on</a>' });
    buyer.page('/end', { tag: { 'data-debug': '', 'data-outcome': 'complete' } });
    const endlink = await service.issue(buyer.url('/'));
    await page.goto(endlink.url);
    await expect(rowOf(page, 'Token')).toHaveText('Found under service_endlink_token');
    await expect(rowOf(page, 'Age')).toHaveText(/^\d min, valid for (59|60) min more$/);
    await expect(rowOf(page, 'Address')).toHaveText(/is not in the address bar/);
    await expect(rowOf(page, 'Tag')).toHaveText('The first script of the page');
    await expect(rowOf(page, 'Hops')).toHaveText('This is the landing page.');
    await expect(rowOf(page, 'Files')).toHaveText('All 7 can be loaded');
    await expect(rowOf(page, 'Outcome')).toHaveText('None yet (state "waiting", way "fetch")');
    await page.getByRole('link', { name: 'Go on' }).click();
    await expect(rowOf(page, 'Outcome')).toHaveText(/^complete, confirmed, status 2\d\d/);
    await expect(rowOf(page, 'Hops')).toHaveText('1 since the landing page');
    await expect(panelOf(page).getByText('no problem')).toBeVisible();
    expect((await service.packetOf(endlink)).outcome).toBe('complete');
  });

  test('never contains the token, in its text, in what it copies and in what it tells programs', async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/', {
      tag: { 'data-debug': '', 'data-scrub': 'off', 'data-outcome': 'complete' },
      before: '<script>fetch("/log?u=" + encodeURIComponent(location.href))</script>',
      after: `<script>
        window.told = [];
        document.addEventListener('vaultlink-self-check', ({ detail }) => told.push(detail));
        Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } } });
      </script>`,
    });
    const { url, token } = await service.issue(buyer.url('/'));
    await page.goto(url);
    await expect(rowOf(page, 'Outcome')).toHaveText(/^complete, confirmed/);
    await expect(rowOf(page, 'Files')).toHaveText('All 7 can be loaded');
    // The panel has seen both: the address and the request.
    await expect(rowOf(page, 'Address')).toHaveText(/holds the token/);
    await expect(rowOf(page, 'Also has it')).toHaveText(/\/log \(your own server\)/);
    await panelOf(page).getByRole('button', { name: 'Copy as text' }).click();
    await expect(panelOf(page).getByText('Copied, without the token.')).toBeVisible();
    const { copied, told, html } = await page.evaluate(() => {
      const { copied, told } = window as unknown as { copied: string; told: unknown[] };
      const html = document.querySelector('vaultlink-self-check')?.shadowRoot?.innerHTML ?? '';
      return { copied, told: JSON.stringify(told), html };
    });
    const check = JSON.stringify(await selfCheckOf(page));
    expect(copied).toContain('[ok] Token: Found under service_endlink_token');
    expect(told.length).toBeGreaterThan(100);
    for (const text of [copied, told, html, check]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(encodeURIComponent(token));
    }
  });

  test('is not downloaded by a page without data-debug', async ({ page, service, buyer }) => {
    buyer.page('/', { tag: { 'data-outcome': 'complete' } });
    const endlink = await service.issue(buyer.url('/?vaultlink-check'));
    await page.goto(endlink.url);
    await expect.poll(async () => (await service.packetOf(endlink)).outcome).toBe('complete');
    await page.waitForLoadState('networkidle');
    expect(buyer.requests.filter(({ path }) => path.includes('debug'))).toEqual([]);
  });

  test('waits with data-debug="query" until the address asks for it, and stays for the tab', async ({
    page,
    buyer,
  }) => {
    const tag = { 'data-debug': 'query' };
    buyer.page('/', { tag });
    buyer.page('/next', { tag });
    const isLoaded = () => buyer.requests.some(({ path }) => path === '/vaultlink-debug-panel.js');
    const seller = page.waitForResponse(/vaultlink-debug\.js/);
    await page.goto(buyer.url('/'));
    await (await seller).finished();
    await page.waitForLoadState('networkidle');
    expect(isLoaded()).toBe(false);
    await page.goto(buyer.url('/?vaultlink-check'));
    await expect(panelOf(page)).toBeVisible();
    await page.goto(buyer.url('/next'));
    await expect(panelOf(page)).toBeVisible();
    expect(isLoaded()).toBe(true);
  });

  test('names a missing token, scripts before the tag, a second tag and a missing file', async ({
    page,
    buyer,
  }) => {
    buyer.handle('/vaultlink-relay.js', () => new Response('No', { status: 404 }));
    buyer.page('/', {
      tag: { 'data-debug': '' },
      before: '<script src="/other.js"></script>',
    });
    buyer.page('/twice', {
      tag: { 'data-debug': '' },
      body: '<script src="/vaultlink.js"></script>',
    });
    await page.goto(buyer.url('/'));
    await expect(rowOf(page, 'Token')).toHaveText(/^This tab has none/);
    await expect(rowOf(page, 'Tag')).toHaveText(/^Behind .*\/other\.js\. Put the tag first\.$/);
    await expect(rowOf(page, 'Files')).toHaveText(/^vaultlink-relay\.js \(status 404/);
    await expect(panelOf(page).getByText('3 problems')).toBeVisible();
    await page.goto(buyer.url('/twice'));
    await expect(rowOf(page, 'Tag')).toHaveText('On this page 2 times');
  });

  test('marks a dry run as a test', async ({ page, service, buyer }) => {
    buyer.page('/', { tag: { 'data-debug': '', 'data-test': 'on', 'data-outcome': 'complete' } });
    await page.goto((await service.issue(buyer.url('/'))).url);
    await expect(panelOf(page).getByText('TEST', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'Outcome')).toHaveText(/^complete, confirmed/);
  });

  test('works under a strict policy, and names what the policy blocks', async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/', {
      tag: { 'data-debug': '', nonce: 'abc' },
      headers: {
        'content-security-policy':
          "default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; style-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
      },
      body: '<img alt="" src="/blocked.png">',
    });
    await page.goto((await service.issue(buyer.url('/'))).url);
    await expect(rowOf(page, 'Files')).toHaveText('All 7 can be loaded');
    const { blocked } = (await selfCheckOf(page)).page;
    expect(blocked.filter((line) => !line.startsWith('img-src'))).toEqual([]);
    const width = await panelOf(page).evaluate((one) => getComputedStyle(one).borderTopWidth);
    expect(width).toBe('1px');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`fits a phone, is operable by keyboard and has no findings of axe: ${colorScheme}`, async ({
      page,
      service,
      buyer,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 360, height: 720 });
      buyer.page('/', {
        tag: { 'data-debug': '', 'data-test': 'on' },
        before: '<script src="/other.js"></script>',
        body: '<main><h1>Your coffee</h1><p>Three questions.</p></main>',
      });
      await page.goto((await service.issue(buyer.url('/'))).url);
      await expect(rowOf(page, 'Files')).toHaveText('All 7 can be loaded');
      expect(await complaintsAbout(page)).toEqual([]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(rowOf(page, 'Token')).toBeHidden();
      await page.reload();
      await expect(panelOf(page)).toBeVisible();
      await expect(rowOf(page, 'Token')).toBeHidden();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(rowOf(page, 'Token')).toBeVisible();
      const shots = process.env.VAULTLINK_PICTURES;
      if (shots) {
        await page.screenshot({ path: `${shots}/panel-phone-${colorScheme}.png` });
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.screenshot({ path: `${shots}/panel-desktop-${colorScheme}.png` });
      }
    });
  }
});
