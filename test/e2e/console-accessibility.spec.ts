import { complaintsAbout } from './support/axe.ts';
import { selfCheckOf } from '../support/self-check.ts';
import { expect, test } from './support/fixtures.ts';
import type { Service } from './support/service.ts';

const PATHS = [
  '/',
  '/developer',
  '/sandbox/log',
  '/sandbox/log?group=visit',
  '/sandbox/log/1',
  '/sandbox/log/opening-1',
  '/sandbox/interface',
  '/sandbox/lab',
  '/sandbox/check',
];

/** Three checks of a site: not opened, silent, and with verdicts of each kind. @returns the paths of their pages */
async function checkPaths({ origin }: Service): Promise<string[]> {
  const submit = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(origin + path, { method: 'POST', body, redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  };
  const start = (path: string) =>
    submit('/sandbox/check', { url: `https://buyer.example/${path}`, expected: 'complete' });
  const paths = [await start('long-path-'.repeat(12)), await start('silent'), await start('')];
  await submit(`${paths[1]}/open`, {});
  await submit(`${paths[2]}/open`, {});
  const by = 'request';
  const message = selfCheckOf('https://buyer.example/', {
    recipients: [{ address: `https://${'long-name.'.repeat(9)}example/`, by, isOwnOrigin: false }],
    page: { scriptsBefore: ['inline'] },
  });
  await submit(`${paths[2]}/messages`, { message: JSON.stringify(message) });
  return paths;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `axe finds nothing on the pages of the console in ${colorScheme} mode, and a thumb hits every button`,
    // WebDriver chooses no colour scheme.
    { tag: '@playwright' },
    async ({ browser, service }) => {
      await service.control('clients', { redirect_uri: 'https://buyer.example/callback' });
      const packet = { client_id: 'client-1', questions: ['a question with quite a long name'] };
      await service.control('packets', packet);
      const endlink = await service.issue(`https://buyer.example/${'long-path-'.repeat(12)}`);
      await service.issue('https://buyer.example/');
      const query = new URLSearchParams({ service_endlink_token: endlink.token });
      const report = `${service.origin}/api/v3/endlinks/complete?${query.toString()}`;
      await fetch(report);
      await fetch(report);
      await service.addFault({ kind: 'status', status: 503, path: '/api/v3/endlinks/*' });
      await service.setBehaviour({ head_consumes: false });
      const seller = new URLSearchParams({ seller: 'seller-2' });
      // Each page then offers to undo it.
      await fetch(`${service.origin}/sandbox/console/sellers/delete`, {
        ...{ method: 'POST', body: seller, redirect: 'manual' },
      });

      // 320 pixels are 1280 at 400 %: WCAG 2.2, success criterion 1.4.10.
      const viewport = { width: 320, height: 740 };
      const context = await browser.newContext({ colorScheme, viewport });
      const page = await context.newPage();
      const paths = [...PATHS, ...(await checkPaths(service))];
      const complaints: string[] = [];
      for (const path of paths) {
        await page.goto(service.origin + path);
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
        complaints.push(...(await complaintsAbout(page)));
        const small = await page.evaluate(() =>
          [...document.querySelectorAll('button, input, select, nav a, a.button, summary')]
            .filter((element) => element.checkVisibility())
            .filter((element) => element.getBoundingClientRect().height < 44)
            .map((element) => element.outerHTML),
        );
        complaints.push(...small.map((element) => `${path}: too small: ${element}`));
      }
      await page.goto(`${service.origin}/developer`);
      await page.getByRole('button', { name: 'Create client' }).click();
      await page.getByText('Fill in this field.').first().waitFor();
      complaints.push(...(await complaintsAbout(page)));
      await page.setViewportSize({ width: 1280, height: 800 });
      for (const path of paths) {
        await page.goto(service.origin + path);
        complaints.push(...(await complaintsAbout(page)));
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
}

// In an installed Firefox, a context without scripts answers no command.
test(
  'the pages of the console work without a script',
  { tag: '@chromium' },
  async ({ browser, service }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${service.origin}/developer`);
    await page.getByLabel('Name').last().fill('Breakfast');
    await page.getByLabel('Endlink URL').fill(`${service.origin}/developer?t={{endlink_token}}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.locator('#landing-preview')).toContainText('t=kX4v…9Qe');
    await page.getByRole('button', { name: 'Create packet' }).click();
    await page.getByRole('link', { name: 'Seller', exact: true }).click();
    await expect(page.locator('#packets')).toContainText('Breakfast');
    await page.getByRole('link', { name: 'Check', exact: true }).click();
    await page.getByLabel('Landing URL').fill(`${service.origin}/developer`);
    await page.getByRole('button', { name: 'Start the check' }).click();
    await expect(page.locator('noscript .note')).toBeVisible();
    const tab = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open the page' }).click();
    await (await tab).waitForURL('**/developer?*');
    await page.reload();
    await expect(page.locator('#visit-status')).toContainText('Nothing has come from the tab yet.');
    await page.getByRole('button', { name: 'The survey is over' }).click();
    await expect(page.locator('#verdict-reported')).toContainText('No outcome was reported');
    await page.getByRole('link', { name: 'Lab', exact: true }).click();
    await page.getByRole('button', { name: 'Advance 1 day' }).click();
    await expect(page.locator('#ahead')).toContainText('1 day ahead');
    await fetch(`${service.origin}/api/v3/endlinks/complete`);
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.locator('#request-1 summary').click();
    await page.getByRole('link', { name: 'Request 1 in full' }).click();
    await expect(page.getByRole('heading', { name: 'Response' })).toBeVisible();
    await context.close();
  },
);
