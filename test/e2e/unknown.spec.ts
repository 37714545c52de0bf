import { expect, test } from './support/fixtures.ts';
import { expectTokenPart, expectState, report, stateOf } from './support/seller.ts';
import { expectOneRequest, expectSpentOnce, expectUntouched } from './support/service.ts';
import type { Service } from './support/service.ts';
import { controlBy, WORKERS } from './support/surroundings.ts';
import { expectReceived } from './support/verdict.ts';

const COMPLETE = '<endlink-finish outcome="complete"></endlink-finish>';
const MANUAL = '<endlink-finish outcome="complete" manual></endlink-finish>';

/** Asserts how the service answered all requests. */
const expectStatuses = (service: Service, statuses: number[]) =>
  expectReceived(service, async () =>
    expect((await service.requests()).map(({ status }) => status)).toEqual(statuses),
  );

/** Asserts that the service received one request, and refused it. */
const expectOneRefusal = (service: Service) =>
  expectReceived(service, async () =>
    expect((await service.requests()).map(({ spent }) => spent)).toEqual([false]),
  );

test('an answer that the page may not read leaves it unknown, and the redirect repairs it', async ({
  page,
  service,
  buyer,
}) => {
  await service.setBehaviour({ cors: false });
  buyer.page('/landing', { body: COMPLETE });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expect(page.getByRole('status')).toContainText('Not confirmed yet.');
  expect(await stateOf(page)).toMatchObject({ state: 'unknown', status: 0 });
  await page.getByRole('button', { name: 'Finish at the marketplace' }).click();
  await page.waitForURL(`${service.origin}/api/v3/endlinks/complete.html?*`);
  await expectSpentOnce(service, endlink, 'complete');
});

test('where the first request got lost, the redirect is what spends the token', async ({
  page,
  service,
  buyer,
}) => {
  await service.setBehaviour({ cors: false });
  await service.addFault({
    kind: 'status',
    status: 503,
    times: 9,
    path: '/api/v3/endlinks/complete',
  });
  buyer.page('/landing', { body: COMPLETE });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await page.getByRole('button', { name: 'Finish at the marketplace' }).click();
  await expect(page.getByRole('heading')).toContainText('published');
  await expectSpentOnce(service, endlink, 'complete');
  const spending = (await service.requests(endlink)).find(({ spent }) => spent);
  await expectReceived(service, () => expect(spending?.path).toMatch(/\.html$/));
});

test('the answer that a service worker has cached for the token before confirms nothing', async ({
  page,
  browserName,
  service,
  buyer,
}) => {
  await controlBy(page, buyer, WORKERS.cachesReports);
  buyer.page('/landing', { tag: { 'data-outcome': 'complete' } });
  const first = await service.issue(buyer.url('/landing'));
  await page.goto(first.url);
  await expectState(page, 'confirmed');
  const second = await service.issue(buyer.url('/landing'));
  await page.goto(second.url);
  // Firefox sends a request with keepalive past the service worker.
  await expectState(page, browserName === 'firefox' ? 'confirmed' : 'unknown');
});

test('a report that never left and is then refused is rejected, not unknown', async ({
  page,
  context,
  service,
  buyer,
}) => {
  buyer.page('/landing', { body: MANUAL });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Finish' }).click();
  await expectState(page, 'unknown');
  await service.advance(3601);
  await context.setOffline(false);
  await expectState(page, 'rejected');
  await expectOneRefusal(service);
});

test('an expired token is rejected, with the service’s own words', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', { body: MANUAL });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await service.advance(3601);
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('status')).toContainText('could not accept');
  const state = await stateOf(page);
  expect(state).toMatchObject({ state: 'rejected', status: 422, attempts: 1 });
  expect(JSON.parse(String(state.body))).toEqual({
    errors: { base: ['The endlink token has expired.'] },
  });
  await expectOneRefusal(service);
  const packet = await service.packetOf(endlink);
  await expectReceived(service, () =>
    expect(packet).toMatchObject({ state: 'failed', paid: false }),
  );
});

test('a token that was used elsewhere is rejected, and what was reported first stands', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing');
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await fetch(`${service.origin}/api/v3/endlinks/screenout?service_endlink_token=${endlink.token}`);
  expect(await report(page, 'complete')).toMatchObject({ state: 'rejected', status: 422 });
  await page.reload();
  expect(await report(page, 'complete')).toMatchObject({ state: 'rejected', attempts: 1 });
  await expectSpentOnce(service, endlink, 'screenout');
  await expectStatuses(service, [200, 422]);
});

test('what an element relays is never fetched by the page, in a further attempt or on the next page', async ({
  page,
  service,
  buyer,
}) => {
  let isRefusing = true;
  buyer.handle('/vault/endlinks/', async ({ body }) => {
    if (isRefusing) return Response.json({ error: 'service_error' }, { status: 502 });
    const { token } = JSON.parse(body) as { token: string };
    await fetch(`${service.origin}/api/v3/endlinks/complete?service_endlink_token=${token}`);
    return Response.json({ result: 'confirmed' });
  });
  buyer.page('/landing', {
    body: '<endlink-finish outcome="complete" via="relay"></endlink-finish>',
  });
  buyer.page('/between', { tag: false });
  buyer.page('/next');
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expect.poll(async () => (await stateOf(page)).attempts ?? 0).toBeGreaterThanOrEqual(2);
  await expectUntouched(service, endlink);
  // Nobody tries from here.
  await page.goto(buyer.url('/between'));
  isRefusing = false;
  await page.goto(buyer.url('/next'));
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'complete');
  const [request] = await service.requests();
  await expectReceived(service, () => expect(request?.headers).not.toHaveProperty('origin'));
});
