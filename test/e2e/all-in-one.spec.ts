import { expect, test } from './support/fixtures.ts';
import { consoleOf } from './support/seller.ts';
import { expectOneRequest } from './support/service.ts';

test('vaultlink-all.js captures, reports and shows the result without another script', async ({
  page,
  service,
  buyer,
}) => {
  const lines = consoleOf(page);
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  buyer.page('/landing', {
    tag: { src: '/vaultlink-all.js' },
    body: '<endlink-finish outcome="complete"></endlink-finish>',
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  expect(page.url()).toBe(buyer.url('/landing'));
  await expectOneRequest(service, endlink, 'complete');
  expect(scripts).toEqual(['/vaultlink-all.js']);
  expect(buyer.requests.filter(({ path }) => path.endsWith('.js'))).toHaveLength(1);
  expect(lines).toEqual([]);
});

// A server names no charset for the script, and the test's own does not.
for (const charset of ['shift_jis', 'gbk', 'windows-1251'])
  test(`vaultlink-all.js is the same script on a page in ${charset}`, async ({
    page,
    service,
    buyer,
  }) => {
    const lines = consoleOf(page);
    buyer.page('/landing', {
      tag: { src: '/vaultlink-all.js' },
      body: '<endlink-finish outcome="complete"></endlink-finish>',
      headers: { 'content-type': `text/html; charset=${charset}` },
    });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expect(page.getByRole('status')).toContainText('✓');
    await expectOneRequest(service, endlink, 'complete');
    expect(lines).toEqual([]);
  });

test('vaultlink-all.js plays a dry run, shows sentences of the page and explains problems without another script', async ({
  page,
  service,
  buyer,
}) => {
  const lines = consoleOf(page);
  buyer.page('/landing', {
    tag: { src: '/vaultlink-all.js', 'data-test': 'on' },
    before: '<script>vaultlinkMessages = { de: { confirmed: "Fertig!" } };</script>',
    body: '<div lang="de"><endlink-finish outcome="complete"></endlink-finish></div>',
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expect(page.getByRole('status')).toContainText('Fertig!');
  await page.evaluate('vaultlink.report("lost")');
  await expect.poll(() => lines.join()).toContain('There is no outcome "lost".');
  expect(buyer.requests.filter(({ path }) => path.endsWith('.js'))).toHaveLength(1);
});
