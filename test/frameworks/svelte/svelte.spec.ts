import { fileURLToPath } from 'node:url';
import { serveBundle } from '../../e2e/libraries/serve.ts';
import { expect, test } from '../../e2e/support/fixtures.ts';
import { consoleOf, report } from '../../e2e/support/seller.ts';
import { expectOneRequest } from '../../e2e/support/service.ts';
import { connect } from '../../e2e/support/vault.ts';
import { chooseOutcome, countFollowers, press, serveApp } from '../page.ts';
import { PAGE_PLUGINS, renderComponent } from './compile.ts';

const PAGES = fileURLToPath(new URL('pages', import.meta.url));

/** Serves an app at `/survey`. */
async function serve(...[service, buyer, app, page]: Parameters<typeof serveApp>): Promise<void> {
  await serveBundle(buyer, PAGES, PAGE_PLUGINS);
  serveApp(service, buyer, app, page);
}

for (const setup of ['the script tag', 'the package'] as const) {
  test(
    `a page that Svelte has rendered on a server is taken over without a mismatch, with ${setup}`,
    { tag: '@smoke' },
    async ({ page, service, buyer }) => {
      const html = await renderComponent('Rendered');
      expect(html).toContain('<p>No token</p>');
      expect(html).toContain('class="missing">missing</output>');
      expect(html).toContain('<endlink-finish outcome="quota_full">');
      await serve(service, buyer, 'rendered', { setup, html });
      const lines = consoleOf(page);
      const endlink = await service.issue(buyer.url('/survey'));
      await page.goto(endlink.url);
      await expect(page.locator('#endlink-state')).toHaveText('confirmed');
      await expect(page.locator('#endlink-state.confirmed')).toHaveText('confirmed');
      await expect(page.locator('#last-event')).toHaveText('endlink-confirmed');
      await expect(page.locator('#vault-state')).not.toHaveText('checking');
      await expect(page.getByText(`Seller ${endlink.seller_id}`)).toBeVisible();
      await expect(page.getByText('Hello, seller.')).toBeVisible();
      await expect(page.getByText('Hello, stranger.')).toHaveCount(0);
      await expect(page.getByText('Thank you!')).toBeVisible();
      await expect(page.getByText('Mounted')).toHaveCount(1);
      expect(lines.filter((line) => /svelte|hydrat/i.test(line))).toEqual([]);
      await expectOneRequest(service, endlink, 'quota_full');
    },
  );
}

// WebDriver waits for the load event, which the script that is held keeps back.
test(
  'a listener of Svelte gets what an element has announced before the page was hydrated',
  { tag: '@playwright' },
  async ({ page, service, buyer }) => {
    const html = await renderComponent('Rendered');
    await serve(service, buyer, 'rendered', { setup: 'the script tag', html });
    let hydrate: (() => void) | undefined;
    const hydrated = new Promise<void>((resolve) => (hydrate = resolve));
    await page.route('**/bundle/rendered.js', async (route) => {
      await hydrated;
      await route.continue();
    });
    const endlink = await service.issue(buyer.url('/survey'));
    await page.goto(endlink.url, { waitUntil: 'commit' });
    await expect(page.getByText('Thank you!')).toBeVisible();
    await expect(page.locator('#last-event')).toHaveText('');
    hydrate?.();
    await expect(page.locator('#last-event')).toHaveText('endlink-confirmed');
    await expectOneRequest(service, endlink, 'quota_full');
  },
);

test('$endlink has the present state in the script, and follows it until its component is unmounted', async ({
  page,
  service,
  buyer,
}) => {
  await serve(service, buyer, 'followed');
  await page.goto((await service.issue(buyer.url('/survey'))).url);
  await expect(page.locator('#in-script')).toHaveText('waiting');
  await expect(page.locator('#rune')).toHaveText('It is waiting.');
  const followerCount = await countFollowers(page);
  await press(page, 'Show or hide');
  await press(page, 'Show or hide');
  await expect(page.locator('#in-script')).toHaveText('waiting');
  expect(await followerCount()).toBe(2);
  await report(page, 'fail');
  await expect(page.locator('#endlink-state')).toHaveText('confirmed');
  await expect(page.locator('#rune')).toHaveText('It is confirmed.');
  await expect(page.locator('#in-script')).toHaveText('waiting');
  await press(page, 'Show or hide');
  await expect.poll(followerCount).toBe(0);
});

test('vault() follows the connection of its options', async ({ page, service, panel }) => {
  panel.handle('/other/session', () => Response.json({ connected: false, reason: 'reconnect' }));
  await serve(service, panel, 'followed');
  await connect(page, panel.url('/profile'));
  await page.goto(panel.url('/survey'));
  await expect(page.locator('#vault-state')).toHaveText('connected');
  const other = await page.context().newPage();
  await other.goto(panel.url('/profile'));
  await press(other, 'Disconnect');
  await expect(page.locator('#vault-state')).toHaveText('disconnected');
  await press(page, 'Another backend');
  await expect(page.locator('#vault-state')).toHaveText('reconnect');
});

test('an element in a {#key} block with a transition takes a late outcome, and announces it again in the next round', async ({
  page,
  service,
  buyer,
}) => {
  await serve(service, buyer, 'bound');
  const lines = consoleOf(page);
  const endlink = await service.issue(buyer.url('/survey'));
  await page.goto(endlink.url);
  await expect(page.locator('#endlink-state')).toHaveText('waiting');
  await chooseOutcome(page, 'screenout');
  await expect(page.locator('#events')).toHaveText('1 endlink-confirmed');
  await expect(page.getByText('It is confirmed.')).toBeVisible();
  await expect(page.getByText('It is missing.')).not.toBeVisible();
  await chooseOutcome(page, 'fail');
  await press(page, 'Again');
  await expect(page.locator('#events')).toHaveText('1 endlink-confirmed,2 endlink-confirmed');
  await expect(page.locator('endlink-finish')).toHaveCount(1);
  expect(lines.filter((line) => line.includes('svelte'))).toEqual([]);
  await expectOneRequest(service, endlink, 'screenout');
});
