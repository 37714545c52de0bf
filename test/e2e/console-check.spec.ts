import type { Page } from '@playwright/test';
import { serveSite } from '../node/check/serve-site.ts';
import { SETTING_MISTAKES } from '../node/check/mistakes/setting-mistakes.ts';
import { SITES } from '../node/check/sites.ts';
import { expect, test } from './support/fixtures.ts';
import { readSelfCheck } from './support/self-check.ts';

type Step = (parts: { page: Page; tab: Page }) => Promise<void>;

const heard = (page: Page) =>
  expect(page.locator('#verdict-opens[data-verdict="ok"]')).toBeVisible();

/** A seller goes from the landing page to the end. */
const goThrough: Step = async ({ page, tab }) => {
  await heard(page);
  await tab.locator('#start').click();
};

/** What a person does, where it is something else; and what the page says, where it is not what the command says. */
const WAYS: Readonly<Record<string, { steps?: Step; cause?: RegExp; needsCommand?: boolean }>> = {
  'has no tag on the landing page': {
    steps: async ({ tab }) => tab.locator('#start').click(),
    cause: /The tag did not run on .*, and the next page has no token/,
  },
  'redirects in a script before the tag': { steps: () => Promise.resolve() },
  'gives the token to a third party as Referer': { needsCommand: true },
  'never reports': {
    async steps({ page, tab }) {
      await goThrough({ page, tab });
      await expect(page.locator('#verdict-kept[data-verdict="ok"]')).toBeVisible();
      await page.getByRole('button', { name: 'The survey is over' }).click();
    },
  },
  'loads the tag after consent only': {
    steps: ({ tab }) => tab.locator('#cookie-banner button').click(),
    cause: /only after consent: the token was captured after the first click/,
  },
  'has a consent banner in the way': {
    async steps({ page, tab }) {
      await heard(page);
      await tab.locator('#cookie-banner button').click();
      await tab.locator('#start').click();
      await page.getByRole('button', { name: 'Yes, I had to press it' }).click();
    },
    cause: /A consent banner covers what has to be clicked/,
  },
  'loads the tag from the second visit on': {
    steps: async ({ tab }) => {
      await tab.waitForURL(/127/);
      await tab.reload();
    },
  },
};

/** Starts a check in the console, and opens the page as its user does. */
async function open(page: Page, url: string, outcome = ''): Promise<Page> {
  await page.locator('#check-url').fill(url);
  await page.evaluate((value) => {
    (document.getElementById('check-expected') as HTMLSelectElement).value = value;
  }, outcome);
  await page.getByRole('button', { name: 'Start the check' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open the page' }).click();
  return popup;
}

const broken = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-verdict="failed"]')].map(({ id }) =>
      id.replace('verdict-', ''),
    ),
  );

const forCommand = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.verdict:has(a.badge)')].map(({ id }) =>
      id.replace('verdict-', ''),
    ),
  );

/** Mistakes that the page sees only after it has said all else. */
const NAMED_BY_PAGE = ['has an element with a word that is no outcome', 'misspells the element'];

const IN_EACH_ENGINE = ['is right', 'leaves the token in the address', 'reports the wrong outcome'];

test.describe('Check my site', () => {
  for (const site of SITES) {
    const { steps = goThrough, cause = site.cause, needsCommand } = WAYS[site.name] ?? {};
    // What differs between engines is how the messages come, and three sites show that.
    const tag = IN_EACH_ENGINE.includes(site.name) ? [] : ['@chromium'];
    test(`judges a site that ${site.name}`, { tag }, async ({ page, service }) => {
      const { origin, close } = await serveSite(site, {
        service: service.origin,
        isDebugged: true,
      });
      await page.goto(`${service.origin}/sandbox/check`);
      const tab = await open(page, `${origin}/`, site.expected);
      await steps({ page, tab });
      const isBroken = site.broken !== undefined && !needsCommand;
      if (isBroken)
        await expect(page.locator(`#verdict-${site.broken}`)).toContainText(cause ?? /^$/);
      else await expect(page.locator('#verdict-outcome[data-verdict="ok"]')).toBeVisible();
      await expect.poll(() => broken(page)).toEqual(isBroken ? [site.broken] : []);
      if (!isBroken) {
        expect(await forCommand(page)).toEqual(['service', 'private']);
      }
      await close();
    });
  }

  for (const name of NAMED_BY_PAGE) {
    test(
      `shows what the page itself says of a site that ${name}`,
      { tag: '@chromium' },
      async ({ page, service }) => {
        const site = SETTING_MISTAKES.find((one) => one.name === name);
        if (!site?.broken) throw new Error(`There is no site that ${name}.`);
        const { origin, close } = await serveSite(site, {
          service: service.origin,
          isDebugged: true,
        });
        await page.goto(`${service.origin}/sandbox/check`);
        const tab = await open(page, `${origin}/`);
        await goThrough({ page, tab });
        await page.getByRole('button', { name: 'The survey is over' }).click();
        await expect(page.locator(`#verdict-${site.broken}`)).toContainText('[vaultlink] ');
        expect(await broken(page)).toEqual([site.broken]);
        await close();
      },
    );
  }

  test(
    'goes on after the console was loaded again, and believes nobody but the opened tab',
    { tag: '@chromium' },
    async ({ page, service, buyer }) => {
      const tag = { 'data-debug': 'query' };
      buyer.page('/', { tag, body: '<a id="start" href="/end">Start</a>' });
      buyer.page('/end', { tag: { ...tag, 'data-outcome': 'complete' } });
      await page.goto(`${service.origin}/sandbox/check`);
      const tab = await open(page, buyer.url('/'));
      await heard(page);
      await page.reload();
      await expect(page.getByText('Live', { exact: true })).toBeVisible();

      const known = await readSelfCheck(tab);
      const forge = (sender: Page, address: string) =>
        sender.evaluate(
          (detail) => {
            const receiver = (opener ?? window) as Window;
            receiver.postMessage({ type: 'vaultlink-self-check', detail }, '*');
          },
          { ...known, openedAtMs: 9e15, page: { ...known.page, address } },
        );
      await forge(tab, 'https://other.example/forged');
      await forge(page, `${service.origin}/forged`);
      await tab.locator('#start').click();
      await expect(page.locator('#verdict-outcome[data-verdict="ok"]')).toBeVisible();
      await expect(page.locator('#verdict-kept')).toContainText('Kept over one hop.');
      await expect(page.locator('main')).not.toContainText('forged');
      await expect(page.locator('#news')).toContainText('Reported.');
    },
  );

  test(
    'judges by the sandbox alone where a page cuts itself off from its opener',
    { tag: '@chromium' },
    async ({ page, service, buyer }) => {
      const headers = { 'cross-origin-opener-policy': 'same-origin' };
      buyer.page('/', { tag: { 'data-debug': 'query' }, headers });
      buyer.page('/end', { tag: { 'data-outcome': 'complete' } });
      await page.goto(`${service.origin}/sandbox/check`);
      const tab = await open(page, buyer.url('/'));
      await expect(page.locator('#gone')).toContainText('Cross-Origin-Opener-Policy');
      await tab.goto(buyer.url('/end'));
      await expect(page.locator('#verdict-reported[data-verdict="ok"]')).toBeVisible();
      await expect(page.locator('#verdict-captured')).toContainText('run the command');
      expect(await broken(page)).toEqual([]);
    },
  );
});
