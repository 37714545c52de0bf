import { expect, test } from './support/fixtures.ts';
import { expectSpentOnce } from './support/service.ts';
import { connect, expectSaved, expectVault, save } from './support/vault.ts';

test.use({ basePath: '/team/market' });

test('@chromium a tag, the elements, a backend and the console work with a base URL that has a path', async ({
  page,
  context,
  service,
  buyer,
  panel,
}) => {
  const console = await context.newPage();
  await console.goto(`${service.origin}/team/market`);
  await expect(console.getByText('Live', { exact: true })).toBeVisible();

  buyer.page('/', { body: '<endlink-finish outcome="complete"></endlink-finish>' });
  const endlink = await service.issue(buyer.url('/'));
  await page.goto(endlink.url);
  await expectSpentOnce(service, endlink, 'complete');
  await expect(console.locator('#packets')).toContainText('paid.');

  await connect(page, panel.url('/profile'));
  await save(page);
  await expectSaved(page);
  await expectVault(service, panel.packetId, { drink: 'Tea' });
  await expect(console.locator('#packets')).toContainText('Tea');
});
