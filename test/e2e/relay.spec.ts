import type { Page } from '@playwright/test';
import type { Buyer } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { expectState, openCopy, report, stateOf } from './support/seller.ts';
import { expectOneRequest, expectUntouched } from './support/service.ts';
import type { Service } from './support/service.ts';
import { expectDecided } from './support/verdict.ts';

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';

/** A buyer's server that takes an outcome, and says `accepted` until a test lets it deliver. */
function startRelay(buyer: Buyer, service: Service) {
  const relay = {
    ...{ isDelivering: false, isCounted: false, inFlight: 0, mostInFlight: 0 },
    bodies: [] as unknown[],
  };
  buyer.handle('/vault/endlinks/', async ({ path, body }) => {
    relay.inFlight += 1;
    relay.mostInFlight = Math.max(relay.mostInFlight, relay.inFlight);
    relay.bodies.push(JSON.parse(body));
    const outcome = path.slice('/vault/endlinks/'.length);
    const { token } = JSON.parse(body) as { token: string };
    const address = `${service.origin}/api/v3/endlinks/${outcome}?service_endlink_token=${token}`;
    relay.isCounted ||= relay.isDelivering && (await fetch(address)).ok;
    relay.inFlight -= 1;
    return relay.isCounted
      ? Response.json({ result: 'confirmed', outcome })
      : Response.json(
          { result: 'accepted', outcome },
          { status: 202, headers: { 'Retry-After': '1' } },
        );
  });
  return relay;
}

/** The events of the page's element, in order. */
async function watchEvents(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const types: string[] = [];
    Object.assign(window, { seenTypes: types });
    for (const state of ['accepted', 'confirmed', 'rejected', 'unknown'])
      addEventListener(`endlink-${state}`, ({ type }) => types.push(type));
  });
  return () => page.evaluate(() => (window as unknown as { seenTypes: string[] }).seenTypes);
}

test('a page learns that an outcome is counted which its relay has accepted, and says it without a warning', async ({
  page,
  service,
  buyer,
}) => {
  const relay = startRelay(buyer, service);
  const eventsOf = await watchEvents(page);
  buyer.page('/finish', { tag: { 'data-via': 'relay' }, body: FINISH });
  const endlink = await service.issue(buyer.url('/finish'));
  await page.goto(endlink.url);
  await expect(page.getByRole('status')).toContainText('has been received');
  await expectUntouched(service, endlink);
  relay.isDelivering = true;
  await expect(page.getByRole('status')).toContainText('has been recorded');
  expect(await eventsOf()).toEqual(['endlink-accepted', 'endlink-confirmed']);
  await expectOneRequest(service, endlink, 'complete');
  const [first] = relay.bodies as { token: string; age_seconds: number }[];
  await expectDecided(() => expect(first?.token).toBe(endlink.token));
  expect(first?.age_seconds).toBeLessThan(60);
});

test('a page that is loaded again asks what became of an accepted outcome', async ({
  page,
  service,
  buyer,
}) => {
  const relay = startRelay(buyer, service);
  buyer.page('/finish', { tag: { 'data-via': 'relay' }, body: FINISH });
  buyer.page('/next');
  const endlink = await service.issue(buyer.url('/finish'));
  await page.goto(endlink.url);
  await expectState(page, 'accepted');
  await page.reload();
  await expectState(page, 'accepted');
  relay.isDelivering = true;
  // This page does not relay by itself.
  await page.goto(buyer.url('/next'));
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'complete');
});

test('a page that is left at once hands its outcome over to the relay', async ({
  page,
  service,
  buyer,
}) => {
  const relay = startRelay(buyer, service);
  relay.isDelivering = true;
  buyer.page('/finish', { tag: { 'data-via': 'relay' } });
  buyer.page('/bye', { tag: false });
  const endlink = await service.issue(buyer.url('/finish'));
  await page.goto(endlink.url);
  await page.evaluate(() => {
    void (window.vaultlink as { report: (outcome: string) => unknown }).report('complete');
    location.href = '/bye';
  });
  await page.waitForURL('**/bye');
  await expectOneRequest(service, endlink, 'complete');
  expect(relay.bodies).toHaveLength(1);
});

test('an outcome of whose token another one was taken is rejected, and the console says why', async ({
  page,
  service,
  buyer,
}) => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  const locked = { error: 'outcome_locked', error_description: 'Another outcome was taken.' };
  buyer.handle('/vault/endlinks/', () => Response.json(locked, { status: 409 }));
  buyer.page('/finish', { tag: { 'data-via': 'relay' }, body: FINISH });
  const endlink = await service.issue(buyer.url('/finish'));
  await page.goto(endlink.url);
  await expectState(page, 'rejected');
  await expect.poll(() => lines.join('\n')).toContain('Another outcome of this token was taken');
  await page.reload();
  expect(await report(page, 'complete')).toMatchObject({ state: 'rejected', attempts: 1 });
});

test('a backend of an earlier version, which refuses the age of a token, receives the report without it', async ({
  page,
  service,
  buyer,
}) => {
  const bodies: string[] = [];
  buyer.handle('/vault/endlinks/', async ({ body }) => {
    bodies.push(body);
    const { token, ...rest } = JSON.parse(body) as { token: string };
    if (Object.keys(rest).length)
      return Response.json({ error: 'invalid_request' }, { status: 400 });
    await fetch(`${service.origin}/api/v3/endlinks/complete?service_endlink_token=${token}`);
    return Response.json({ result: 'confirmed', outcome: 'complete' });
  });
  buyer.page('/finish', { tag: { 'data-via': 'relay' }, body: FINISH });
  const endlink = await service.issue(buyer.url('/finish'));
  await page.goto(endlink.url);
  await expectState(page, 'confirmed');
  expect(await stateOf(page)).toMatchObject({ attempts: 1 });
  expect(bodies).toHaveLength(2);
  await expectOneRequest(service, endlink, 'complete');
});

test('two tabs ask the relay for one outcome, one request at a time, and both learn that it is counted', async ({
  page,
  service,
  buyer,
}) => {
  const relay = startRelay(buyer, service);
  buyer.page('/finish', { tag: { 'data-via': 'relay' }, body: FINISH });
  const endlink = await service.issue(buyer.url('/finish'));
  await page.goto(endlink.url);
  await expectState(page, 'accepted');
  const copy = await openCopy(page, '/finish');
  await expectState(copy, 'accepted');
  const asked = relay.bodies.length;
  await expect.poll(() => relay.bodies.length).toBeGreaterThan(asked + 3);
  relay.isDelivering = true;
  await expectState(page, 'confirmed');
  await expectState(copy, 'confirmed');
  expect(relay.mostInFlight).toBe(1);
  await expectOneRequest(service, endlink, 'complete');
});
