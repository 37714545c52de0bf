import { fileURLToPath } from 'node:url';
import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { serveBundle } from '../../e2e/libraries/serve.ts';
import { expect, test } from '../../e2e/support/fixtures.ts';
import { consoleOf, report } from '../../e2e/support/seller.ts';
import { expectOneRequest } from '../../e2e/support/service.ts';
import { connect } from '../../e2e/support/vault.ts';
import { testHydration } from '../hydration.ts';
import { chooseOutcome, countFollowers, press, serveApp } from '../page.ts';
import { createPageApp } from './pages/app.ts';
import { Rendered } from './pages/rendered.ts';

const PAGES = fileURLToPath(new URL('pages', import.meta.url));

/** Serves an app at `/survey`. @param html what a server has rendered into its root */
async function serve(...[service, buyer, app, page]: Parameters<typeof serveApp>): Promise<void> {
  await serveBundle(buyer, PAGES);
  serveApp(service, buyer, app, page);
}

testHydration({
  name: 'Vue',
  render: () => renderToString(createPageApp(Rendered, createSSRApp)),
  serve,
  complaint: /Vue|hydrat/i,
});

test('useEndlink has the present state in setup, and follows it until its component is unmounted', async ({
  page,
  service,
  buyer,
}) => {
  await serve(service, buyer, 'followed');
  await page.goto((await service.issue(buyer.url('/survey'))).url);
  await expect(page.locator('#in-setup')).toHaveText('waiting');
  const followerCount = await countFollowers(page);
  await press(page, 'Show or hide');
  await press(page, 'Show or hide');
  await expect(page.locator('#in-setup')).toHaveText('waiting');
  expect(await followerCount()).toBe(1);
  await report(page, 'fail');
  await expect(page.locator('#endlink-state')).toHaveText('confirmed');
  await expect(page.locator('#in-setup')).toHaveText('waiting');
  await press(page, 'Show or hide');
  await expect.poll(followerCount).toBe(0);
});

test('useEndlink outside of a component follows the state until its scope is stopped', async ({
  page,
  service,
  buyer,
}) => {
  await serve(service, buyer, 'followed');
  await page.goto((await service.issue(buyer.url('/survey'))).url);
  const state = () => page.evaluate('endlink.value.state');
  expect(await state()).toBe('waiting');
  await page.evaluate('void scope.stop()');
  await report(page, 'fail');
  await expect(page.locator('#endlink-state')).toHaveText('confirmed');
  expect(await state()).toBe('waiting');
});

test('useVault follows the connection, and another one when its options change', async ({
  page,
  service,
  panel,
}) => {
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
  await connect(other, panel.url('/profile'));
  await press(page, 'Show or hide');
  await press(page, 'Show or hide');
  await expect(page.locator('#vault-state')).toHaveText('reconnect');
});

test('an element in a transition of Vue takes a late outcome, and announces it again when it comes back', async ({
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
  await expect(page.locator('#events')).toHaveText('endlink-confirmed');
  await expect(page.getByText('It is confirmed.')).toBeVisible();
  await expect(page.getByText('It is missing.')).not.toBeVisible();
  await press(page, 'Show or hide');
  await expect(page.getByText('Hidden')).toBeVisible();
  await chooseOutcome(page, 'fail');
  await press(page, 'Show or hide');
  await expect(page.locator('#events')).toHaveText('endlink-confirmed,endlink-confirmed');
  expect(lines.filter((line) => line.includes('[Vue'))).toEqual([]);
  await expectOneRequest(service, endlink, 'screenout');
});

test('Vue names an element that it was not told of, and the element works in a page without a server', async ({
  page,
  service,
  buyer,
}) => {
  await serve(service, buyer, 'untold');
  const lines = consoleOf(page);
  const endlink = await service.issue(buyer.url('/survey'));
  await page.goto(endlink.url);
  await expect(page.locator('#last-event')).toHaveText('endlink-confirmed');
  await expect(page.getByText('Thank you!')).toBeVisible();
  expect(lines.join('\n')).toContain('Failed to resolve component: endlink-finish');
  await expectOneRequest(service, endlink, 'complete');
});
