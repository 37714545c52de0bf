import { expect } from '../support/fixtures.ts';
import {
  finish,
  finishAndBreak,
  finishAndHold,
  IS_REPEATED_BY_BROWSER,
  landAndStop,
  pass,
  RETRY_MS,
} from './finish-page.ts';
import { SEEN, test } from './matrix.ts';

/** Longer than the script waits for an answer. */
const TIMEOUT_MS = 10_000;

const CONFIRMED = { seen: SEEN.confirmed, record: 'confirmed, attempts: 2, status: 200' };
const RECORDED = {
  seen: SEEN.probablyRecorded,
  record: 'unknown, attempts: 2, status: 422, probably recorded',
};
const unknown = (status: number) => ({
  seen: SEEN.unknown,
  record: `unknown, attempts: 1, status: ${status}`,
});

const FAULTS = [
  ['a 500', { kind: 'status', status: 500 }, 500, '500'],
  ['a 502', { kind: 'status', status: 502, body: 'Bad gateway' }, 502, '502'],
  ['a redirect', { kind: 'loop' }, 0, '302'],
] as const;

test('the connection breaks before the service has processed the report', async ({
  page,
  service,
  buyer,
  row,
}) => {
  await landAndStop({ page, service, buyer, row });
  await finishAndBreak({ page, service, buyer, row });
});

test('the connection breaks as often as the browser tries', async ({
  page,
  service,
  buyer,
  row,
}) => {
  await landAndStop({ page, service, buyer, row });
  await service.addFault({ kind: 'drop', times: 100 });
  await finish(page);
  const received = IS_REPEATED_BY_BROWSER ? '10 × cut' : 'cut';
  await row.moment('at first', { ...unknown(0), received });
  await service.calmDown();
  await pass(page, RETRY_MS);
  await row.moment('tried again', { ...CONFIRMED, received: `${received}, then 200 (spent)` });
});

test('the connection breaks after the service has processed the report', async ({
  page,
  service,
  buyer,
  row,
}) => {
  await landAndStop({ page, service, buyer, row });
  await service.addFault({ kind: 'drop', processed: true });
  await finish(page);
  const received = 'cut (spent), then 422';
  if (IS_REPEATED_BY_BROWSER) {
    const record = 'rejected, attempts: 1, status: 422';
    await row.moment('at first', { seen: SEEN.rejected, record, received });
    return;
  }
  await row.moment('at first', { ...unknown(0), received: 'cut (spent)' });
  await pass(page, RETRY_MS);
  await row.moment('tried again', { ...RECORDED, received });
});

for (const [what, fault, status, received] of FAULTS) {
  test(`${what} before the service has processed the report`, async ({
    page,
    service,
    buyer,
    row,
  }) => {
    await landAndStop({ page, service, buyer, row });
    await service.addFault(fault);
    await finish(page);
    await row.moment('at first', { ...unknown(status), received });
    await pass(page, RETRY_MS);
    await row.moment('tried again', { ...CONFIRMED, received: `${received}, then 200 (spent)` });
  });
}

for (const [what, fault, status, answer] of FAULTS.slice(0, 2)) {
  test(`${what} after the service has processed the report`, async ({
    page,
    service,
    buyer,
    row,
  }) => {
    await landAndStop({ page, service, buyer, row });
    await service.addFault({ ...fault, processed: true });
    await finish(page);
    const received = `${answer} (spent)`;
    await row.moment('at first', { ...unknown(status), received });
    await pass(page, RETRY_MS);
    await row.moment('tried again', { ...RECORDED, received: `${received}, then 422` });
  });
}

test('the answer breaks off in the middle of its body', async ({ page, service, buyer, row }) => {
  await landAndStop({ page, service, buyer, row });
  await service.addFault({ kind: 'cut' });
  await finish(page);
  const record = 'confirmed, attempts: 1, status: 200';
  await row.moment('at first', { seen: SEEN.confirmed, record, received: '200 (spent)' });
});

test('the connection is refused', async ({ page, service, buyer, row }) => {
  await landAndStop({ page, service, buyer, row });
  await service.refuse();
  await finish(page);
  await row.moment('at first', { ...unknown(0), received: 'nothing' });
  await service.accept();
  await pass(page, RETRY_MS);
  await row.moment('tried again', { ...CONFIRMED, received: '200 (spent)' });
});

for (const [what, retryAfter, dueMs] of [
  ['a number of seconds', () => '30', () => 30_000],
  [
    'a date',
    (nowMs: number) => new Date(nowMs + 30_000).toUTCString(),
    // A date has whole seconds.
    (nowMs: number) => Math.floor((nowMs + 30_000) / 1000) * 1000 - nowMs,
  ],
  ['nonsense', () => 'soon', undefined],
] as const) {
  test(`a 429 whose Retry-After is ${what}`, async ({ page, service, buyer, row }) => {
    await landAndStop({ page, service, buyer, row });
    const nowMs = await page.evaluate(() => Date.now());
    const headers = {
      'retry-after': retryAfter(nowMs),
      'access-control-expose-headers': 'retry-after',
    };
    await service.addFault({ kind: 'status', status: 429, headers });
    await finish(page);
    const first = { ...unknown(429), received: '429' };
    await row.moment('at first', first);
    if (dueMs) {
      await pass(page, dueMs(nowMs) - 1);
      // Long enough for a report: the page has been to its own server and back since.
      await page.evaluate(() => fetch('/barrier'));
      await row.moment('a millisecond before it is time', first);
    }
    await pass(page, dueMs ? 1 : RETRY_MS);
    const last = { ...CONFIRMED, received: '429, then 200 (spent)' };
    await row.moment(dueMs ? 'when it is time' : 'tried again', last);
  });
}

test('no answer in time, and the report is processed late', async ({
  page,
  service,
  buyer,
  row,
}) => {
  await landAndStop({ page, service, buyer, row });
  await finishAndHold(page, service);
  await pass(page, TIMEOUT_MS);
  await row.moment('when time is up', { ...unknown(0), received: 'no answer yet' });
  await service.release();
  await expect.poll(async () => (await service.requests())[0]?.spent).toBe(true);
  await pass(page, RETRY_MS);
  await row.moment('tried again', { ...RECORDED, received: '200 (spent), then 422' });
});

test('no answer in time, and a later attempt overtakes it', async ({
  page,
  service,
  buyer,
  row,
}) => {
  await landAndStop({ page, service, buyer, row });
  await finishAndHold(page, service);
  await pass(page, TIMEOUT_MS);
  await row.moment('when time is up', { ...unknown(0), received: 'no answer yet' });
  await pass(page, RETRY_MS);
  await row.moment('tried again', { ...CONFIRMED, received: 'no answer yet, then 200 (spent)' });
  await service.release();
  await row.moment('the first one arrives', { ...CONFIRMED, received: '422, then 200 (spent)' });
});

test('the page may not read the answer (CORS)', async ({ page, service, buyer, row }) => {
  await service.setBehaviour({ cors: false });
  await landAndStop({ page, service, buyer, row });
  await finish(page);
  await row.moment('at first', { ...unknown(0), received: '200 (spent)' });
  await pass(page, RETRY_MS);
  const record = 'unknown, attempts: 2, status: 0';
  await row.moment('tried again', {
    seen: SEEN.unknown,
    record,
    received: '200 (spent), then 422',
  });
});
