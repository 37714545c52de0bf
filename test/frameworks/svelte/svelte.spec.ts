import { fileURLToPath } from 'node:url';
import { serveBundle } from '../../e2e/libraries/serve.ts';
import { expect, test } from '../../e2e/support/fixtures.ts';
import { consoleOf, report } from '../../e2e/support/seller.ts';
import { expectOneRequest } from '../../e2e/support/service.ts';
import { connect } from '../../e2e/support/vault.ts';
import { testHydration } from '../hydration.ts';
import { chooseOutcome, countFollowers, press, serveApp } from '../page.ts';
import { PAGE_PLUGINS, renderComponent } from './compile.ts';

const PAGES = fileURLToPath(new URL('pages', import.meta.url));

/** Serves an app at `/survey`. */
async function serve(...[service, buyer, app, page]: Parameters<typeof serveApp>): Promise<void> {
  await serveBundle(buyer, PAGES, PAGE_PLUGINS);
  serveApp(service, buyer, app, page);
}

testHydration({
  name: 'Svelte',
  render: () => renderComponent('Rendered'),
  serve,
  complaint: /svelte|hydrat/i,
  expectFurther: async (page) => {
    await expect(page.getByText('Hello, seller.')).toBeVisible();
    await expect(page.getByText('Hello, stranger.')).toHaveCount(0);
  },
});

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
