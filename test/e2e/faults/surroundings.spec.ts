import type { Frame, Page } from '@playwright/test';
import type { Vaultlink } from '../../../src/browser/endlink/index.ts';
import type { Buyer } from '../support/buyer.ts';
import { expect } from '../support/fixtures.ts';
import { blockReports, blockStorage, controlBy, FILL, WORKERS } from '../support/surroundings.ts';
import type { Parts } from './finish-page.ts';
import { finish, land, landAndStop, MANUAL, pass } from './finish-page.ts';
import { SEEN, test } from './matrix.ts';

/** Longer than the pause before the second attempt. */
const RETRY_MS = 2000;

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

const leave = (page: Page) =>
  page.getByRole('button', { name: 'Finish at the marketplace' }).click();

test('a service worker hands every request on', async ({ page, service, buyer, row }) => {
  await controlBy(page, buyer, WORKERS.handsOn);
  await land({ page, service, buyer, row });
  await finish(page);
  await row.moment('at first', ONCE);
});

test('a service worker fails', async ({ page, service, buyer, row }) => {
  await controlBy(page, buyer, WORKERS.failsReports);
  await landAndStop({ page, service, buyer, row });
  await finish(page);
  await row.moment('at first', BLOCKED);
  await leave(page);
  await row.moment('finished at the marketplace', AT_THE_MARKETPLACE);
});

test('a service worker answers what has failed with a page of its own', async ({
  page,
  service,
  buyer,
  row,
}) => {
  await controlBy(page, buyer, WORKERS.answersItself);
  await landAndStop({ page, service, buyer, row });
  await service.addFault({ kind: 'drop' });
  await finish(page);
  await row.moment('at first', { ...BLOCKED, received: 'cut' });
  await pass(page, RETRY_MS);
  await row.moment('tried again', {
    seen: SEEN.confirmed,
    record: 'confirmed, attempts: 2, status: 200',
    received: 'cut, then 200 (spent)',
  });
});

test('a Content Security Policy forbids the connection', async ({ page, service, buyer, row }) => {
  const headers = { 'content-security-policy': "connect-src 'self'" };
  await land({ page, service, buyer, row }, { headers });
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
  await service.addFault({ kind: 'drop' });
  await finish(page);
  await row.moment('at first', {
    ...BLOCKED,
    record: `${BLOCKED.record}, in memory`,
    received: 'cut',
  });
  await pass(page, RETRY_MS);
  await row.moment('tried again', {
    seen: SEEN.confirmed,
    record: 'confirmed, attempts: 2, status: 200, in memory',
    received: 'cut, then 200 (spent)',
  });
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

/** The seller lands in a frame of a page on another site. */
async function landInFrame(
  { page, service, buyer, row, host }: Parts & { host: Buyer },
  sandbox = '',
): Promise<Frame> {
  buyer.page('/landing', { body: MANUAL });
  const { url } = row.about(await service.issue(buyer.url('/landing')));
  host.page('/host', { tag: false, body: `<iframe ${sandbox} src="${url}"></iframe>` });
  await page.goto(host.url('/host').replace('127.0.0.1', 'localhost'));
  const [, frame] = page.frames();
  if (!frame) throw new Error('The seller has not landed.');
  return frame;
}

/** Lets every page have the parts of the script. */
const shareParts = (page: Page) =>
  page.route('**/vaultlink-*.js', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'access-control-allow-origin': '*' };
    await route.fulfill({ response, headers });
  });

test('the page is a frame on another site, and the browser blocks its storage', async ({
  page,
  service,
  buyer,
  otherBuyer: host,
  row,
}) => {
  // As a private window does, which is what Playwright opens.
  const frame = await landInFrame({ page, service, buyer, row, host });
  await finish(frame);
  await row.moment('at first', IN_MEMORY, frame);
});

test('the page is a sandboxed frame, and its files may be read from any origin', async ({
  page,
  service,
  buyer,
  otherBuyer: host,
  row,
}) => {
  await shareParts(page);
  const sandbox = 'sandbox="allow-scripts"';
  const frame = await landInFrame({ page, service, buyer, row, host }, sandbox);
  await finish(frame);
  await row.moment('at first', IN_MEMORY, frame);
});

test('the page is a sandboxed frame, and its files may not be read from its origin', async ({
  page,
  service,
  buyer,
  otherBuyer: host,
  row,
}) => {
  await page.clock.install();
  const failed = page.waitForEvent('requestfailed');
  const sandbox = 'sandbox="allow-scripts"';
  const frame = await landInFrame({ page, service, buyer, row, host }, sandbox);
  await failed;
  const nothing = { seen: SEEN.nothing, received: 'nothing' };
  await row.moment('at first', { ...nothing, record: 'waiting, in memory' }, frame);
  void frame.evaluate(() => (window.vaultlink as Vaultlink).report('complete'));
  await row.moment('the page reports', { ...nothing, record: 'reporting, in memory' }, frame);
  await shareParts(page);
  await expect(async () => {
    await pass(page, 5000);
    await expect(frame.getByRole('status')).toHaveCount(1, { timeout: 100 });
  }).toPass();
  await row.moment('once they may', IN_MEMORY, frame);
});
