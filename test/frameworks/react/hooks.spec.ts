import { expect, test } from '../../e2e/support/fixtures.ts';
import { expectState, report } from '../../e2e/support/seller.ts';
import { connect } from '../../e2e/support/vault.ts';
import { problemsOf, renderOnServer, serveApp } from './react-page.ts';

test('useEndlink() is missing on a server', async () => {
  expect(await renderOnServer('States')).toBe(
    '<output id="one">missing</output><output id="two">missing</output>',
  );
});

for (const isServerRendered of [false, true]) {
  const where = isServerRendered ? 'a page that a server has rendered' : 'a page of the browser';

  test(`useEndlink() follows the state in ${where}, with one object for each state`, async ({
    page,
    service,
    buyer,
  }) => {
    const problems = problemsOf(page);
    await serveApp(buyer, { app: 'States', isServerRendered });
    const endlink = await service.issue(buyer.url('/app'));
    await page.goto(endlink.url);
    const texts = () => page.locator('output').allTextContents();
    await expect.poll(texts).toEqual(['waiting', 'waiting']);
    for (let times = 0; times < 5; times += 1) await page.evaluate('renderAgain()');
    const states = () => page.evaluate('[...snapshots].map(({ state }) => state)');
    expect(await states()).toEqual(isServerRendered ? ['missing', 'waiting'] : ['waiting']);
    await report(page, 'complete');
    await expectState(page, 'confirmed');
    await expect.poll(texts).toEqual(['confirmed', 'confirmed']);
    expect(problems).toEqual([]);
  });

  test(`useVault() follows the connection in ${where}, and fetches the session once`, async ({
    page,
    panel,
  }) => {
    await connect(page, panel.url('/profile'));
    const problems = problemsOf(page);
    await serveApp(panel, { app: 'Profile', isServerRendered, hasTag: false });
    const calls = () => panel.requests.filter(({ path }) => path === '/vault/session').length;
    const before = calls();
    await page.goto(panel.url('/app'));
    await expect(page.locator('output')).toHaveText('connected');
    for (let times = 0; times < 5; times += 1) await page.evaluate('renderAgain()');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.locator('output')).toHaveText('disconnected');
    expect(calls()).toBe(before + 2);
    expect(problems).toEqual([]);
  });
}

test('useVault() follows another connection alone when its options change', async ({
  page,
  panel,
}) => {
  let isChecked = false;
  panel.handle('/other/session', () => {
    // A further answer would hide what another connection has set.
    if (isChecked) return new Promise<never>(() => undefined);
    isChecked = true;
    return Response.json({ connected: false, reason: 'reconnect' });
  });
  await connect(page, panel.url('/profile'));
  await serveApp(panel, { app: 'Moved', hasTag: false });
  await page.goto(panel.url('/app'));
  const [first, moved] = [page.locator('#first'), page.locator('#moved')];
  await expect(moved).toHaveText('connected');
  await page.getByRole('button', { name: 'Another backend' }).click();
  await expect(moved).toHaveText('reconnect');
  const other = await page.context().newPage();
  await other.goto(panel.url('/profile'));
  await other.getByRole('button', { name: 'Disconnect' }).click();
  await expect(first).toHaveText('disconnected');
  await expect(moved).toHaveText('reconnect');
});

test('useEndlink() writes nothing while it renders, and stores the token before a router has an effect', async ({
  page,
  service,
  buyer,
}) => {
  await serveApp(buyer, { app: 'Routed', hasTag: false });
  const endlink = await service.issue(buyer.url('/app'));
  await page.goto(endlink.url);
  await expect(page.locator('output')).toHaveText('waiting');
  const order = await page.evaluate<string[]>('order');
  expect(order[0]).toBe('router without a query');
  expect(order).not.toContain('replaceState while rendering');
  expect(page.url()).toBe(buyer.url('/app?view=survey'));
  expect(await page.evaluate('vaultlink.token()')).toBe(endlink.token);
});
