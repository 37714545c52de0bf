import type { Page } from '@playwright/test';
import { complaintsAbout } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { readSelfCheck } from './support/self-check.ts';
import { expectSpentOnce } from './support/service.ts';
import { expectWithout } from './support/verdict.ts';

const summaryOf = (page: Page) => page.locator('vaultlink-self-check summary');

/** Returns what the panel says in the line with this label. */
const textIn = (page: Page, label: string) =>
  page.evaluate((wanted) => {
    const root = document.querySelector('vaultlink-self-check')?.shadowRoot;
    const rows = [...(root?.querySelectorAll('dl > div') ?? [])];
    const row = rows.find((one) => one.querySelector('dt')?.textContent.endsWith(wanted));
    return row?.querySelector('dd')?.textContent;
  }, label);

/** Waits until the panel says this in the line with this label. */
const expectRow = (page: Page, label: string, text: string | RegExp) =>
  expect
    .poll(() => textIn(page, label).catch(() => undefined))
    .toEqual(typeof text === 'string' ? text : expect.stringMatching(text));

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
    await expectRow(page, 'Token', 'Found under service_endlink_token');
    await expectRow(page, 'Age', /^\d min, valid for (59|60) min more$/);
    await expectRow(page, 'Address', /is not in the address bar/);
    await expectRow(page, 'Tag', 'The first script of the page');
    await expectRow(page, 'Hops', 'This is the landing page.');
    await expectRow(page, 'Files', 'All 9 can be loaded');
    await expectRow(page, 'Outcome', 'None yet (state "waiting", way "fetch")');
    await page.getByRole('link', { name: 'Go on' }).click();
    await expectRow(page, 'Outcome', /^complete, confirmed, status 2\d\d/);
    await expectRow(page, 'Hops', '1 since the landing page');
    await expect(summaryOf(page)).toContainText('no problem');
    await expectSpentOnce(service, endlink, 'complete');
  });

  test('never contains the token, in its text, in what it copies and in what it tells programs', async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/', {
      tag: { 'data-debug': '', 'data-scrub': 'off', 'data-outcome': 'complete' },
      before:
        '<script>fetch("/log/" + new URL(location).searchParams.get("service_endlink_token"))</script>',
      after: `<script>
        window.told = [];
        document.addEventListener('vaultlink-self-check', ({ detail }) => told.push(detail));
        Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } } });
      </script>`,
    });
    const { url, token } = await service.issue(buyer.url('/'));
    await page.goto(url);
    await expectRow(page, 'Outcome', /^complete, confirmed/);
    await expectRow(page, 'Files', 'All 9 can be loaded');
    // The panel has seen both: the address and the request.
    await expectRow(page, 'Address', /holds the token/);
    await expectRow(page, 'Also has it', /\/log\/… \(your own server\)/);
    await page.locator('vaultlink-self-check button').click();
    await expect(page.locator('vaultlink-self-check .note')).toHaveText(
      'Copied, without the token.',
    );
    const { copied, told, html } = await page.evaluate(() => {
      const { copied, told } = window as unknown as { copied: string; told: unknown[] };
      const html = document.querySelector('vaultlink-self-check')?.shadowRoot?.innerHTML ?? '';
      return { copied, told: JSON.stringify(told), html };
    });
    const check = JSON.stringify(await readSelfCheck(page));
    expect(copied).toContain('[ok] Token: Found under service_endlink_token');
    expect(told.length).toBeGreaterThan(100);
    for (const written of [token, encodeURIComponent(token)])
      expectWithout(written, [copied, told, html, check]);
  });

  test('is not downloaded by a page without data-debug', async ({ page, service, buyer }) => {
    buyer.page('/', { tag: { 'data-outcome': 'complete' } });
    const endlink = await service.issue(buyer.url('/?vaultlink-check'));
    await page.goto(endlink.url);
    await expectSpentOnce(service, endlink, 'complete');
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
    await expect(summaryOf(page)).toBeVisible();
    await page.goto(buyer.url('/next'));
    await expect(summaryOf(page)).toBeVisible();
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
    await expectRow(page, 'Token', /^This tab has none/);
    await expectRow(page, 'Tag', /^Behind .*\/other\.js\. Put the tag first\.$/);
    await expectRow(page, 'Files', /^vaultlink-relay\.js \(status 404/);
    await expect(summaryOf(page)).toContainText('3 problems');
    await page.goto(buyer.url('/twice'));
    await expectRow(page, 'Tag', 'On this page 2 times');
  });

  test('names a page that wraps fetch, before which the browser may ask the service', async ({
    page,
    buyer,
  }) => {
    buyer.page('/plain', { tag: { 'data-debug': '' } });
    buyer.page('/', {
      tag: { 'data-debug': '' },
      before: `<script>
        const send = window.fetch;
        window.fetch = (url, init) => send(url, { ...init, headers: { ...init?.headers, 'x-app': '1' } });
      </script>`,
    });
    await page.goto(buyer.url('/'));
    await expectRow(page, 'Requests', /wraps fetch.*a preflight/);
    await page.goto(buyer.url('/plain'));
    await expectRow(page, 'Files', 'All 9 can be loaded');
    expect(await textIn(page, 'Requests')).toBeUndefined();
  });

  test('marks a dry run as a test', async ({ page, service, buyer }) => {
    buyer.page('/', { tag: { 'data-debug': '', 'data-test': 'on', 'data-outcome': 'complete' } });
    await page.goto((await service.issue(buyer.url('/'))).url);
    await expect(page.locator('vaultlink-self-check .test')).toBeVisible();
    await expectRow(page, 'Outcome', /^complete, confirmed/);
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
    await expectRow(page, 'Files', 'All 9 can be loaded');
    const { blocked } = (await readSelfCheck(page)).page;
    expect(blocked.filter((line) => !line.startsWith('img-src'))).toEqual([]);
    const width = await page.evaluate(() => {
      const section = document
        .querySelector('vaultlink-self-check')
        ?.shadowRoot?.querySelector('section');
      return section && getComputedStyle(section).borderTopWidth;
    });
    expect(width).toBe('1px');
  });

  test('remembers in the task of the press that it was closed, since the page may be left in the next one', async ({
    page,
    service,
    buyer,
  }) => {
    buyer.page('/', { tag: { 'data-debug': '' } });
    await page.goto((await service.issue(buyer.url('/'))).url);
    await expect(summaryOf(page)).toBeVisible();
    const stored = await page.evaluate(() => {
      const panel = document.querySelector('vaultlink-self-check');
      panel?.shadowRoot?.querySelector('summary')?.click();
      return Object.keys(sessionStorage);
    });
    expect(stored).toContain('vaultlink-check-closed');
    await page.reload();
    await expect(summaryOf(page)).toBeVisible();
    const isOpen = await page.evaluate(
      () =>
        document.querySelector('vaultlink-self-check')?.shadowRoot?.querySelector('details')?.open,
    );
    expect(isOpen).toBe(false);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `fits a phone, is operable by keyboard and has no findings of axe: ${colorScheme}`,
      { tag: '@playwright' },
      async ({ page, service, buyer }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: 360, height: 720 });
        buyer.page('/', {
          tag: { 'data-debug': '', 'data-test': 'on' },
          before: '<script src="/other.js"></script>',
          body: '<main><h1>Your coffee</h1><p>Three questions.</p></main>',
        });
        await page.goto((await service.issue(buyer.url('/'))).url);
        await expectRow(page, 'Files', 'All 9 can be loaded');
        expect(await complaintsAbout(page)).toEqual([]);
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await expect(page.locator('vaultlink-self-check button')).not.toBeVisible();
        await page.reload();
        await expect(summaryOf(page)).toBeVisible();
        await expect(page.locator('vaultlink-self-check button')).not.toBeVisible();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await expect(page.locator('vaultlink-self-check button')).toBeVisible();
      },
    );
  }
});
