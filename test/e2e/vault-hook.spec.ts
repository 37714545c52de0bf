import { expect, test } from './support/demo.ts';
import {
  decide,
  expectConnected,
  expectConsent,
  expectSaved,
  pressConnect,
} from './support/vault.ts';
import { expectDecided } from './support/verdict.ts';

// The club of the demo: a backend of forty lines in plain Node, behind the hook.
test('a page that drives the authorization itself connects and pushes by way of the hook', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.club}/profile?from=mail#form`);
  await pressConnect(page);
  await expectConsent(page);
  const state = new URL(page.url()).searchParams.get('state');
  expect(state).toBeTruthy();
  await decide(page, 'Allow');
  await expectConnected(page);
  // Neither the code nor the state is left anywhere.
  await expect.poll(() => page.url()).toBe(`${demo.club}/profile?from=mail#form`);
  // The elements of this page, not of the one before.
  await expectConnected(page);
  const left = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), history.state]),
  );
  expect(left).not.toContain(state);
  expect(left).not.toContain('codeVerifier');
  await page.getByLabel('Coffee').check();
  await page.getByRole('button', { name: 'Save to my vault' }).click();
  await expectSaved(page);
  const seller = await page.context().newPage();
  await seller.goto(demo.service);
  await expect(seller.getByText('Your taste')).toBeVisible();
  await expect(seller.getByRole('definition').filter({ hasText: 'Coffee' })).toBeVisible();
});

test('a no to the hook is said in words', async ({ page, demo }) => {
  await page.goto(`${demo.club}/profile`);
  await pressConnect(page);
  await decide(page, 'Deny');
  await expect(page.getByText('You declined.')).toBeVisible();
  expect(page.url()).toBe(`${demo.club}/profile`);
});

test('an answer with a state that this tab did not begin is never handed over', async ({
  page,
  demo,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto(`${demo.club}/profile?code=stolen&state=made-up&page=2`);
  await expect(page.getByText('That did not work.')).toBeVisible();
  expect(page.url()).toBe(`${demo.club}/profile?page=2`);
  await expectDecided(() => expect(calls).not.toContain('/vault/exchange'));
});

test('the hook refuses a page of another origin', async ({ page, demo }) => {
  await page.goto(`${demo.panel}/`);
  const refused = await page.evaluate(
    (url) =>
      fetch(url, { method: 'POST', body: '{}', headers: { 'X-Vaultlink': '1' } }).then(
        () => false,
        () => true,
      ),
    `${demo.club}/vault/exchange`,
  );
  expect(refused).toBe(true);
});

test('every page of the panel and the club works under its strict policy', async ({
  page,
  demo,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  for (const url of [
    `${demo.panel}/`,
    `${demo.panel}/profile`,
    `${demo.panel}/profile/popup`,
    `${demo.club}/`,
    `${demo.club}/profile`,
  ]) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (url.includes('/profile')) {
      await expect(page.getByRole('button', { name: 'Connect my vault' })).toBeVisible();
    }
  }
  expect(complaints).toEqual([]);
});

test('what a member answers arrives in the seller’s view while they look at it', async ({
  page,
  context,
  demo,
}) => {
  const seller = await context.newPage();
  await seller.goto(demo.service);
  await page.goto(`${demo.panel}/profile`);
  await pressConnect(page);
  await decide(page, 'Allow');
  await expectConnected(page);
  await page.getByLabel('Tea').check();
  await page.getByLabel('Morning').check();
  await page.getByLabel('Evening').check();
  await page.getByRole('button', { name: 'Save to my vault' }).click();
  await expectSaved(page);
  await expect(seller.getByText('Morning, Evening', { exact: true })).toBeVisible();
});
