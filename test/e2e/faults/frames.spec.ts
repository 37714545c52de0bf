import type { Frame, Page } from '@playwright/test';
import type { Vaultlink } from '../../../src/browser/endlink/index.ts';
import { ENGINE } from '../../support/engines.ts';
import { WHY } from '../../support/fault-row.ts';
import type { Buyer } from '../support/buyer.ts';
import { expect } from '../support/fixtures.ts';
import type { Parts } from './finish-page.ts';
import { MANUAL, pass } from './finish-page.ts';
import { test } from './frame-storage.ts';
import { SEEN } from './matrix.ts';

const ONCE = {
  seen: SEEN.confirmed,
  record: 'confirmed, attempts: 1, status: 200',
  received: '200 (spent)',
};
const IN_MEMORY = { ...ONCE, record: `${ONCE.record}, in memory` };
const NOTHING = { seen: SEEN.nothing, received: 'nothing' };

/** The seller lands in a frame of a page on another site. */
async function landInFrame(
  { page, service, buyer, row, host }: Parts & { host: Buyer },
  { sandbox = '', body = MANUAL } = {},
): Promise<Frame> {
  buyer.page('/landing', { body });
  const { url } = row.about(await service.issue(buyer.url('/landing')));
  host.page('/host', { tag: false, body: `<iframe ${sandbox} src="${url}"></iframe>` });
  await page.goto(host.url('/host').replace('127.0.0.1', 'localhost'));
  const [, frame] = page.frames();
  if (!frame) throw new Error('The seller has not landed.');
  return frame;
}

/** The seller presses the button. By an event: over WebDriver BiDi a pointer misses what is in a frame of another site. */
const finish = (frame: Frame): Promise<void> =>
  frame.getByRole('button', { name: 'Finish' }).dispatchEvent('click');

/** Lets every page have the parts of the script. */
const shareParts = (page: Page) =>
  page.route('**/vaultlink-*.js?*', async (route) => {
    // A part that is asked for as the test ends is not to be had any more.
    const response = await route.fetch().catch(() => undefined);
    if (!response) return;
    const headers = { ...response.headers(), 'access-control-allow-origin': '*' };
    await route.fulfill({ response, headers });
  });

const SANDBOX = 'sandbox="allow-scripts"';

test(
  'the page is a frame on another site, and the browser blocks its storage',
  {
    tag: ['@playwright', '@whole-browser'],
    annotation: {
      type: WHY,
      description:
        'Firefox blocks localStorage alone, and sessionStorage has the record. WebKitGTK has no setting that blocks either.',
    },
  },
  async ({ whereBlocked: page, service, buyer, otherBuyer: host, row }) => {
    const frame = await landInFrame({ page, service, buyer, row, host });
    await expect(frame.evaluate(() => localStorage.length)).rejects.toThrow(/SecurityError/);
    await finish(frame);
    await row.moment('at first', ENGINE === 'firefox' ? ONCE : IN_MEMORY, frame);
  },
);

test('the page is a frame on another site, and the browser keeps its storage apart', async ({
  wherePartitioned: page,
  service,
  buyer,
  otherBuyer: host,
  row,
}) => {
  const frame = await landInFrame({ page, service, buyer, row, host }, { body: '' });
  await row.moment('landed', { ...NOTHING, record: 'waiting' }, frame);
  buyer.page('/finish', { body: MANUAL });
  await frame.evaluate(() => (location.href = '/finish'));
  await finish(frame);
  await row.moment('finished on the next page of the frame', ONCE, frame);
  const storedIn = (view: Page | Frame) => view.evaluate(() => localStorage.length);
  expect(await storedIn(frame)).toBe(1);
  // The same origin in a tab of its own.
  const tab = await page.context().newPage();
  await tab.goto(buyer.url('/finish'));
  expect(await storedIn(tab)).toBe(0);
});

test('the page is a sandboxed frame, and its files may be read from any origin', async ({
  page,
  service,
  buyer,
  otherBuyer: host,
  row,
}) => {
  await shareParts(page);
  const frame = await landInFrame({ page, service, buyer, row, host }, { sandbox: SANDBOX });
  await finish(frame);
  await row.moment('at first', IN_MEMORY, frame);
  await page.unrouteAll({ behavior: 'wait' });
});

test('the page is a sandboxed frame, and its files may not be read from its origin', async ({
  page,
  service,
  buyer,
  otherBuyer: host,
  row,
}) => {
  await page.clock.install();
  const frame = await landInFrame({ page, service, buyer, row, host }, { sandbox: SANDBOX });
  const asked = () => buyer.requests.filter(({ path }) => path.startsWith('/vaultlink-'));
  await expect.poll(asked).not.toEqual([]);
  await row.moment('at first', { ...NOTHING, record: 'waiting, in memory' }, frame);
  void frame.evaluate(() => (window.vaultlink as Vaultlink).report('complete'));
  await row.moment('the page reports', { ...NOTHING, record: 'reporting, in memory' }, frame);
  await shareParts(page);
  const says = async () => {
    await pass(page, 5000);
    return frame.getByRole('status').allTextContents();
  };
  await expect.poll(says).toHaveLength(1);
  await row.moment('once they may', IN_MEMORY, frame);
  await page.unrouteAll({ behavior: 'wait' });
});
