import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Buyer } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { expectTokenPart, expectState } from './support/seller.ts';
import { watchContext } from './support/claims.ts';
import { expectOneRequest, expectUntouched } from './support/service.ts';
import { expectDecided } from './support/verdict.ts';

/** Names of Vaultlink's files that a host was asked for, once the page has been to the host and back after loading. */
async function downloadsOf(page: Page, buyer: Buyer): Promise<string[]> {
  await page.evaluate(() => fetch('/barrier'));
  return buyer.requests.map(({ path }) => path).filter((path) => path.startsWith('/vaultlink'));
}

/** A new profile in which pages may open connections ahead, as by default: some distributions turn that off. */
async function allowPreconnect(profile: string): Promise<void> {
  await mkdir(join(profile, 'Default'), { recursive: true });
  const preferences = { net: { network_prediction_options: 0 } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
}

test('a page of a visitor without a token downloads the script tag and nothing else', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/about', { body: '<h1>About us</h1>' });
  await page.goto(buyer.url('/about'));
  expect(await downloadsOf(page, buyer)).toEqual(['/vaultlink.js']);
  expect(service.connectionCount()).toBe(0);
});

test('a page on which a token waits downloads what it needs to report, and no element', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', { body: '<endlink-done></endlink-done>' });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  expect(await downloadsOf(page, buyer)).toEqual(['/vaultlink.js', '/vaultlink-token.js']);
});

test('a page that finishes without an element never downloads the elements', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', { tag: { 'data-outcome': 'complete' } });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'complete');
  const downloads = await downloadsOf(page, buyer);
  expect(downloads).toContain('/vaultlink-token.js');
  expect(downloads).not.toContain('/vaultlink-elements.js');
});

test('an element that comes later brings its code, once', async ({ page, service, buyer }) => {
  buyer.page('/landing');
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  expect(await downloadsOf(page, buyer)).not.toContain('/vaultlink-elements.js');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div><endlink-finish outcome="complete"></endlink-finish></div><endlink-finish outcome="complete"></endlink-finish>',
    );
  });
  await expect(page.getByRole('status')).toHaveText([/recorded\./, /recorded\./]);
  const downloads = await downloadsOf(page, buyer);
  expect(downloads.filter((path) => path === '/vaultlink-elements.js')).toHaveLength(1);
  await expectOneRequest(service, endlink, 'complete');
});

// Chromium alone: its DevTools protocol tells which connection a request took.
test(
  'a report is one request without a preflight, over the connection that was opened ahead',
  { tag: ['@chromium', '@whole-browser'] },
  async ({ playwright, launchOptions, service, buyer }, testInfo) => {
    const profile = testInfo.outputPath('profile');
    await allowPreconnect(profile);
    const context = await playwright.chromium.launchPersistentContext(profile, launchOptions);
    service.watch(watchContext(context, service.baseUrl));
    const page = await context.newPage();
    buyer.page('/landing', {
      body: '<endlink-finish outcome="complete" manual></endlink-finish>',
    });
    const endlink = await service.issue(buyer.url('/landing'));
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const connectStarts: (number | undefined)[] = [];
    session.on('Network.responseReceived', ({ response }) => {
      if (response.url.startsWith(service.origin))
        connectStarts.push(response.timing?.connectStart);
    });
    await page.goto(endlink.url);
    await expect.poll(() => service.connectionCount()).toBe(1);
    await expectTokenPart(page);
    await expectUntouched(service, endlink);

    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByRole('status')).toContainText('has been recorded.');
    await expectOneRequest(service, endlink, 'complete');
    expect(connectStarts).toEqual([-1]);
    expect(service.connectionCount()).toBe(1);
    await context.close();
  },
);

test('a report says no more than it must: no cookie, no referrer, no header of its own', async ({
  page,
  context,
  service,
  buyer,
}) => {
  await context.addCookies([{ name: 'session', value: 'secret', url: service.origin }]);
  buyer.page('/landing', { tag: { 'data-outcome': 'complete' } });
  const endlink = await service.issue(buyer.url('/landing?private=1'));
  const sent = page.waitForRequest(`${service.origin}/api/**`);
  await page.goto(endlink.url);
  const headers = await (await sent).allHeaders();
  await expectOneRequest(service, endlink, 'complete');
  await expectDecided(() => {
    expect(headers).toMatchObject({ origin: buyer.origin });
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
    expect(Object.keys(headers).filter((name) => /^(x-|content-)/.test(name))).toEqual([]);
  });
});
