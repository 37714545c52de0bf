import type { Page } from '@playwright/test';
import { ENGINE } from '../../support/engines.ts';
import { WHY } from '../../support/fault-row.ts';
import { blockReports, blockStorage, controlBy, FILL, WORKERS } from '../support/surroundings.ts';
import { finish, finishAndBreak, land, landAndStop } from './finish-page.ts';
import { SEEN, test } from './matrix.ts';

const ONCE = {
  seen: SEEN.confirmed,
  record: 'confirmed, attempts: 1, status: 200',
  received: '200 (spent)',
};
const IN_MEMORY = { ...ONCE, record: `${ONCE.record}, in memory` };
const BLOCKED = {
  seen: SEEN.unknown,
  record: 'unknown, attempts: 1, status: 0',
  received: 'nothing',
};
const AT_THE_MARKETPLACE = {
  seen: 'the marketplace: Thank you, this packet is published',
  record: 'left behind',
  received: '200 by redirect (spent)',
};

/** Seen in Firefox 153. */
const PAST_THE_WORKER = {
  type: WHY,
  description: 'Firefox sends a request with keepalive past the service worker.',
};

const leave = (page: Page) =>
  page.getByRole('button', { name: 'Finish at the marketplace' }).click();

test('a service worker hands every request on', async ({ page, service, buyer, row }) => {
  await controlBy(page, buyer, WORKERS.handsOn);
  await land({ page, service, buyer, row });
  await finish(page);
  await row.moment('at first', ONCE);
});

test(
  'a service worker fails',
  { annotation: PAST_THE_WORKER },
  async ({ page, service, buyer, row }) => {
    await controlBy(page, buyer, WORKERS.failsReports);
    await landAndStop({ page, service, buyer, row });
    await finish(page);
    if (ENGINE === 'firefox') {
      await row.moment('at first', ONCE);
      return;
    }
    await row.moment('at first', BLOCKED);
    await leave(page);
    await row.moment('finished at the marketplace', AT_THE_MARKETPLACE);
  },
);

test(
  'a service worker answers what has failed with a page of its own',
  { annotation: PAST_THE_WORKER },
  async ({ page, service, buyer, row }) => {
    await controlBy(page, buyer, WORKERS.answersItself);
    await landAndStop({ page, service, buyer, row });
    await finishAndBreak({ page, service, buyer, row });
  },
);

test('a Content Security Policy forbids the connection', async ({ page, service, buyer, row }) => {
  const headers = { 'content-security-policy': "connect-src 'self'" };
  await landAndStop({ page, service, buyer, row }, { headers });
  await finish(page);
  await row.moment('at first', BLOCKED);
  await leave(page);
  await row.moment('finished at the marketplace', AT_THE_MARKETPLACE);
});

test('an ad blocker stops the request', async ({ page, service, buyer, row }) => {
  await blockReports(page);
  await landAndStop({ page, service, buyer, row });
  await finish(page);
  await row.moment('at first', BLOCKED);
  await leave(page);
  await row.moment('finished at the marketplace', AT_THE_MARKETPLACE);
});

test('storage is blocked', async ({ page, service, buyer, row }) => {
  await blockStorage(page);
  await landAndStop({ page, service, buyer, row });
  await finishAndBreak({ page, service, buyer, row }, ', in memory');
});

test('storage is full before the seller lands', async ({ page, service, buyer, row }) => {
  await land({ page, service, buyer, row }, { before: FILL });
  await finish(page);
  await row.moment('at first', IN_MEMORY);
});

test('storage is full after the seller has landed', async ({ page, service, buyer, row }) => {
  await land({ page, service, buyer, row }, { after: FILL });
  await finish(page);
  await row.moment('at first', IN_MEMORY);
});
