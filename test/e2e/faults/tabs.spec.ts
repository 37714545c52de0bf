import type { Page } from '@playwright/test';
import type { Buyer } from '../support/buyer.ts';
import { openCopy, traverse } from '../support/seller.ts';
import { giveUpNothing } from '../support/time.ts';
import { finish, finishAndHold, land, landAndStop, MANUAL } from './finish-page.ts';
import { SEEN, test } from './matrix.ts';

const ONCE = {
  seen: SEEN.confirmed,
  record: 'confirmed, attempts: 1, status: 200',
  received: '200 (spent)',
};
const UNDER_WAY = {
  seen: SEEN.reporting,
  record: 'reporting, attempts: 1',
  received: 'no answer yet',
};

test('offline, then online', async ({ page, context, service, buyer, row }) => {
  await landAndStop({ page, service, buyer, row });
  await context.setOffline(true);
  await finish(page);
  const record = 'unknown, attempts: 1, status: 0';
  await row.moment('offline', { seen: SEEN.unknown, record, received: 'nothing' });
  await context.setOffline(false);
  await row.moment('online', {
    seen: SEEN.confirmed,
    record: 'confirmed, attempts: 2, status: 200',
    received: '200 (spent)',
  });
});

test('the tab is closed while the request is under way', async ({
  page,
  context,
  service,
  buyer,
  row,
}) => {
  await giveUpNothing(page);
  const { url } = await land({ page, service, buyer, row });
  await finishAndHold(page, service);
  await row.moment('under way', UNDER_WAY);
  await page.close();
  await service.release();
  const record = 'gone with the tab';
  await row.moment('closed', { seen: SEEN.nothing, record, received: '200 (spent)' }, null);
  const tab = await context.newPage();
  await tab.goto(url);
  await finish(tab);
  await row.moment(
    'the same link in another tab',
    {
      seen: SEEN.probablyRecorded,
      record: 'unknown, attempts: 2, status: 422, probably recorded',
      received: '200 (spent), then 422',
    },
    tab,
  );
});

test('the page is reloaded before the service has processed the report', async ({
  page,
  service,
  buyer,
  row,
}) => {
  await land({ page, service, buyer, row });
  await finishAndHold(page, service);
  await row.moment('under way', UNDER_WAY);
  await page.reload();
  const confirmed = { seen: SEEN.confirmed, record: 'confirmed, attempts: 2, status: 200' };
  await row.moment('reloaded', { ...confirmed, received: 'no answer yet, then 200 (spent)' });
  await service.release();
  await row.moment('the first one arrives', { ...confirmed, received: '422, then 200 (spent)' });
});

test('the page is reloaded after the service has processed the report', async ({
  page,
  service,
  buyer,
  row,
}) => {
  await land({ page, service, buyer, row });
  await finishAndHold(page, service, { processed: true });
  await row.moment('under way', { ...UNDER_WAY, received: 'no answer yet (spent)' });
  await page.reload();
  await row.moment('reloaded', {
    seen: SEEN.probablyRecorded,
    record: 'unknown, attempts: 2, status: 422, probably recorded',
    received: 'no answer yet (spent), then 422',
  });
});

test(
  'the seller goes on while the request is under way, and back',
  { tag: '@whole-browser' },
  async ({ page, service, buyer, row }) => {
    buyer.page('/next');
    await land({ page, service, buyer, row });
    await finishAndHold(page, service);
    await row.moment('under way', UNDER_WAY);
    const confirmed = { record: 'confirmed, attempts: 2, status: 200' };
    await page.goto(buyer.url('/next'));
    await row.moment('on the next page', {
      ...confirmed,
      seen: SEEN.nothing,
      received: 'no answer yet, then 200 (spent)',
    });
    await service.release();
    await traverse(page, 'back', buyer.url('/landing'));
    await row.moment('back', {
      ...confirmed,
      seen: SEEN.confirmed,
      received: '422, then 200 (spent)',
    });
    await traverse(page, 'forward', buyer.url('/next'));
    await traverse(page, 'back', buyer.url('/landing'));
    await row.moment('forward and back', {
      ...confirmed,
      seen: SEEN.confirmed,
      received: '422, then 200 (spent)',
    });
  },
);

test('the tab is duplicated while the request is under way, and the service answers', async ({
  page,
  service,
  buyer,
  row,
}) => {
  await giveUpNothing(page);
  await land({ page, service, buyer, row });
  await finishAndHold(page, service);
  await row.moment('under way', UNDER_WAY);
  const tab = await duplicate(page, buyer);
  await row.moment('its duplicate', UNDER_WAY, tab);
  await service.release();
  await row.moment('answered', ONCE);
  await row.moment('its duplicate', ONCE, tab);
});

test('the tab is duplicated while the request is under way, and the connection breaks', async ({
  page,
  service,
  buyer,
  row,
}) => {
  await giveUpNothing(page);
  await land({ page, service, buyer, row });
  const { promise: broken, resolve: breaks } = Promise.withResolvers<undefined>();
  const report = '**/api/v3/endlinks/complete?*';
  const left = page.waitForRequest(report);
  await page.route(report, (route) => broken.then(() => route.abort()), { times: 1 });
  await finish(page);
  await left;
  const underWay = { ...UNDER_WAY, received: 'nothing' };
  await row.moment('under way', underWay);
  const tab = await duplicate(page, buyer);
  await row.moment('its duplicate', underWay, tab);
  breaks(undefined);
  const last = { ...ONCE, record: 'confirmed, attempts: 2, status: 200' };
  await row.moment('broken', last);
  await row.moment('its duplicate', last, tab);
});

/** Opens a copy of the tab. */
function duplicate(page: Page, buyer: Buyer): Promise<Page> {
  buyer.page('/finish', { body: MANUAL });
  return openCopy(page, '/finish');
}
