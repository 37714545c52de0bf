import type { Page } from '@playwright/test';
import { serveSite } from '../support/site-server.ts';
import { complaintsAbout } from './support/axe.ts';
import { expect, test as base } from './support/in-engine.ts';

const test = base.extend<{ site: string }>({
  site: async ({}, use) => {
    const { origin, close } = await serveSite();
    await use(origin);
    await close();
  },
});

const TOKEN = 'q8Zk3vXw9rT2mN5bLc7YdPfHs1Ag0Ue4q8Zk3vXw9rT';

/** The text to copy with an id. */
const piece = (page: Page, id: string) => page.locator(`[data-piece="${id}"] code`);

test('the generator writes the recipe of the chosen tool with the reader’s own addresses', async ({
  page,
  site,
}) => {
  await page.goto(`${site}/recipes/generator/?tool=questionpro`);
  await page.getByLabel('Address of the service').fill('https://market.example/');
  await page.getByLabel('Address of your survey').fill('https://www.questionpro.com/t/A?lang=en');

  await expect(piece(page, 'endlink-url')).toHaveText(
    'https://www.questionpro.com/t/A?lang=en&custom1={{endlink_token}}',
  );
  for (const outcome of ['complete', 'screenout', 'quota_full', 'fail'])
    await expect(piece(page, `end-${outcome}`)).toHaveText(
      `https://market.example/api/v3/endlinks/${outcome}.html?service_endlink_token=\${custom1}`,
    );
});

test('the generator says which addresses are examples before the texts to copy, and refuses a wrong endlink URL', async ({
  page,
  site,
}) => {
  await page.goto(`${site}/recipes/generator/?tool=own-page`);
  const note = page.locator('[data-examples]');
  await expect(note).toContainText('https://service.example and https://survey.example/start.');
  await expect(page.locator('[data-examples] ~ [data-piece="tag"]')).toHaveCount(1);

  await page.getByLabel('Address of your survey').fill('https://survey.test/?t={endlink_token}');
  await expect(page.locator('#surveyUrl-mistake')).toHaveText(
    /choose "t" as the parameter with the token/,
  );
  await expect(piece(page, 'endlink-url')).toHaveCount(0);

  await page.getByLabel('Parameter with the token').fill('t');
  await page.getByLabel('Address of the service').fill('https://market.example');
  await expect(piece(page, 'endlink-url')).toHaveText('https://survey.test/?t={{endlink_token}}');
  await expect(note).toHaveCount(0);
});

test('the generator and the checker offer the address of the service', async ({ page, site }) => {
  await page.goto(`${site}/recipes/generator/?tool=own-page`);
  const field = page.getByLabel('Address of the service');
  await field.fill('https://market.example/oauth/token');
  await expect(page.locator('#serviceUrl-mistake')).toHaveText(/Write https:\/\/market\.example\./);

  await page.goto(`${site}/recipes/check/?tool=limesurvey`);
  await field.fill('https://market.example/oauth/token');
  await page
    .getByLabel('The address', { exact: true })
    .fill(
      'https://market.example/api/v3/endlinks/fail.html?service_endlink_token={PASSTHRU:service_endlink_token}',
    );
  await expect(page.locator('[data-verdict="failed"]')).toHaveText(
    /Service, failed:.*Write https:\/\/market\.example\./,
  );
});

test(
  'the generator follows the choice of another tool, and says so',
  { tag: '@playwright' },
  async ({ page, site }) => {
    await page.goto(`${site}/recipes/generator/?tool=tally&service=https://market.example`);
    await page.getByLabel('Your tool').selectOption('own-page');
    await expect(piece(page, 'tag')).toHaveText(
      '<script src="/vaultlink.js" data-base-url="https://market.example"></script>',
    );
    await expect(page.getByRole('status')).toHaveText('This is the recipe for My own page.');
    await page.waitForURL('**tool=own-page*');
  },
);

test('the generator keeps the choice in the address, for a reload and for somebody else', async ({
  page,
  site,
}) => {
  await page.goto(`${site}/recipes/generator/?tool=limesurvey`);
  await page.getByLabel('Address of the service').fill('https://market.example');
  await page
    .getByLabel('Address of your survey')
    .fill(`https://survey.example/?wave=3&service_endlink_token=${TOKEN}`);
  await page.waitForURL('**tool=limesurvey*wave*');
  const shared = page.url();
  expect(shared).not.toContain(TOKEN);

  for (const open of [() => page.reload(), () => page.goto(`${site}/`), () => page.goto(shared)])
    await open();
  await expect(piece(page, 'endlink-url')).toHaveText(
    'https://survey.example/?wave=3&service_endlink_token={{endlink_token}}',
  );
  await expect(piece(page, 'end-fail')).toHaveText(
    'https://market.example/api/v3/endlinks/fail.html?service_endlink_token={PASSTHRU:service_endlink_token}',
  );
});

test(
  'the generator does not change the history with each letter, which WebKit would refuse',
  { tag: '@playwright' },
  async ({ page, site }) => {
    await page.goto(`${site}/recipes/generator/?tool=limesurvey`);
    await page.evaluate(() => {
      const replaceState = history.replaceState.bind(history);
      history.replaceState = (...parameters) => {
        document.documentElement.dataset.changes = String(
          Number(document.documentElement.dataset.changes ?? 0) + 1,
        );
        replaceState(...parameters);
      };
    });
    const address = `https://survey.example/${'a'.repeat(100)}`;
    await page.getByLabel('Address of your survey').pressSequentially(address);
    await page.waitForURL(`**${'a'.repeat(100)}`);
    const changes = await page.evaluate(() => document.documentElement.dataset.changes);
    expect(Number(changes)).toBeLessThan(50);
  },
);

test('the generator names a mistake beside its field, and keeps it out of the address', async ({
  page,
  site,
}) => {
  await page.goto(`${site}/recipes/generator/?tool=qualtrics`);
  const field = page.getByLabel('Address of the service');
  await field.fill('http://market.example');
  await expect(page.locator('#serviceUrl[aria-invalid="true"]')).toBeVisible();
  await expect(page.locator('#serviceUrl-mistake')).toHaveText(/must be an absolute https address/);
  await expect(piece(page, 'end-complete')).toHaveCount(0);
  expect(page.url()).not.toContain('market.example');

  await field.fill('https://market.example');
  await expect(piece(page, 'end-complete')).toHaveCount(1);
  await expect(page.locator('#serviceUrl-mistake')).toHaveText('');

  // A token in the wrong field.
  await page.getByLabel('Parameter with the token').fill(TOKEN);
  await expect(page.locator('#tokenParam-mistake')).toHaveText(/not a token/);
  expect(page.url()).not.toContain(TOKEN);
});

test(
  'the generator copies a text with the keyboard, and says so',
  { tag: '@chromium' },
  async ({ page, site, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${site}/recipes/generator/?tool=tally&service=https://market.example`);
    const button = page.locator('[data-piece="endlink-url"] button');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText('Copied: The endlink URL.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'https://tally.so/r/abc123?service_endlink_token={{endlink_token}}',
    );
  },
);

test('the generator selects the text where the browser has no clipboard', async ({
  page,
  site,
}) => {
  await page.goto(`${site}/recipes/generator/?tool=tally`);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.locator('[data-piece="endlink-url"] button').click();
  await expect(page.getByRole('status')).toHaveText(/The text is selected/);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(
    'https://tally.so/r/abc123?service_endlink_token={{endlink_token}}',
  );
});

test('the checker names each mistake of a pasted address, and keeps the address nowhere', async ({
  page,
  site,
}) => {
  await page.goto(`${site}/recipes/check/?tool=qualtrics&service=https://market.example`);
  await page
    .getByLabel('The address', { exact: true })
    .fill(`https://market.example/api/v3/endlinks/terminate?token=${TOKEN}`);
  await expect(page.getByRole('status')).toHaveText(/4 failed: outcomes will be lost\.$/);
  const items = page.locator('.findings li');
  await expect(
    items.filter({ hasText: 'Outcome, failed: There is no outcome "terminate".' }),
  ).toHaveText(/Write screenout\.html\./);
  await expect(items.filter({ hasText: 'Host, ok: It leads to the service' })).toHaveCount(1);
  expect(page.url()).not.toContain(TOKEN);
  await expect(page.locator('.findings')).not.toContainText(TOKEN);

  await page.reload();
  await page
    .getByLabel('The address', { exact: true })
    .fill(
      'https://market.example/api/v3/endlinks/screenout.html?service_endlink_token=${e://Field/service_endlink_token}',
    );
  await expect(page.getByRole('status')).toHaveText(/Nothing failed\.$/);
});

test('the generator hands its choice on to the checker', async ({ page, site }) => {
  await page.goto(`${site}/recipes/generator/?tool=alchemer&service=https://market.example`);
  await page.getByRole('link', { name: 'check an address that you have pasted' }).click();
  await page
    .getByLabel('The address', { exact: true })
    .fill('https://other.example/api/v3/endlinks/complete.html?service_endlink_token=');
  await expect(page.locator('.findings')).toContainText('Write [url("service_endlink_token")].');
  await expect(page.locator('.findings')).toContainText('The service is at market.example.');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `axe finds nothing on the generator and the checker, nor on a narrow screen, in ${colorScheme} mode`,
    { tag: '@chromium' },
    async ({ browser, site }) => {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width: 320, height: 700 },
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      for (const path of [
        'generator/?tool=qualtrics',
        'generator/?tool=google-forms',
        'generator/?tool=wordpress',
        'check/?tool=typeform',
      ]) {
        await page.goto(`${site}/recipes/${path}`);
        complaints.push(...(await complaintsAbout(page)));
      }
      for (const address of ['https://bit.ly/{{hidden:a}}?x', ' https://service.example/x']) {
        await page.getByLabel('The address', { exact: true }).fill(address);
        complaints.push(...(await complaintsAbout(page)));
      }
      await page.goto(`${site}/recipes/generator/?tool=own-page`);
      await page.getByLabel('Address of the service').fill('nowhere');
      complaints.push(...(await complaintsAbout(page)));
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
}
