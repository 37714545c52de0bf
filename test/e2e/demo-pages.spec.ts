import type { Page } from '@playwright/test';
import { startDemo } from '../../demo/demo.ts';
import type { Demo } from '../../demo/demo.ts';
import type { Outcome } from '../../src/protocol/index.ts';
import { expect, test as base } from './support/in-engine.ts';
import { expectState, stateOf } from './support/seller.ts';

const test = base.extend<{ demo: Demo }>({
  demo: async ({}, use) => {
    const demo = await startDemo({ port: 0 });
    await use(demo);
    await demo.close();
  },
});

/** What the marketplace knows of a packet. */
interface MarketState {
  packets: { id: string; name: string }[];
  sellers_packets: { packet_id: string; state: string; outcome: string | null; paid: boolean }[];
}

/** A request that reached the marketplace. */
interface Request {
  token: string;
  outcome: string | null;
  spent: boolean;
}

/** A packet that a seller has opened. */
interface OpenedPacket {
  packet_id: string;
  token: string;
}

/** A call below `/sandbox` of the marketplace: with an order a POST, else a GET. */
async function control<Body>(demo: Demo, path: string, order?: object): Promise<Body> {
  const headers = { 'content-type': 'application/json' };
  const init = order && { method: 'POST', headers, body: JSON.stringify(order) };
  return (await (await fetch(`${demo.service}/sandbox/${path}`, init)).json()) as Body;
}

/** A seller opens the packet of this name. */
async function openPacket(page: Page, demo: Demo, name: string): Promise<OpenedPacket> {
  const { packets } = await control<MarketState>(demo, 'state');
  const packet_id = packets.find((packet) => packet.name === name)?.id ?? '';
  const click = { packet_id, seller_id: 'seller-1' };
  const { url, token } = await control<{ url: string; token: string }>(demo, 'endlinks', click);
  await page.goto(url);
  await expectState(page, 'waiting');
  expect(page.url()).not.toContain(token);
  return { packet_id, token };
}

const requestsFor = async (demo: Demo, { token }: OpenedPacket): Promise<Request[]> =>
  (await control<{ requests: Request[] }>(demo, 'requests')).requests.filter(
    (request) => request.token === token,
  );

/** Waits until the seller’s list shows the outcome. There must be one request. */
async function expectListed(demo: Demo, packet: OpenedPacket, outcome: Outcome): Promise<void> {
  const listed = async () =>
    (await control<MarketState>(demo, 'state')).sellers_packets.find(
      ({ packet_id }) => packet_id === packet.packet_id,
    );
  await expect.poll(async () => (await listed())?.outcome).toBe(outcome);
  const isPaid = outcome === 'complete';
  expect(await listed()).toMatchObject({
    state: isPaid ? 'published' : 'filtered',
    paid: isPaid,
  });
  expect(await requestsFor(demo, packet)).toEqual([
    expect.objectContaining({ outcome, spent: true }),
  ]);
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('a wizard on one page reports when its last step is shown, and not before', async ({
  page,
  demo,
}) => {
  const packet = await openPacket(page, demo, 'Your breakfast today');
  await page.getByText('Not yet').click();
  await press(page, 'Continue');
  await page.getByText('Family or friends').click();
  expect(await stateOf(page)).toMatchObject({ state: 'waiting' });
  expect(await requestsFor(demo, packet)).toEqual([]);
  await press(page, 'Finish');
  await expect(page.getByRole('status')).toContainText('recorded');
  await expectListed(demo, packet, 'complete');
});

test('a wizard on one page that is left before its last step reports nothing', async ({
  page,
  demo,
}) => {
  const packet = await openPacket(page, demo, 'Your breakfast today');
  await page.getByText('Not yet').click();
  await press(page, 'Continue');
  await press(page, 'Back');
  await page.goto(`${demo.buyer}/inside`);
  await expect(page.getByText('Your place is kept.')).toBeVisible();
  expect(await requestsFor(demo, packet)).toEqual([]);
});

test('a survey that opens in a new tab has the token there and reports', async ({ page, demo }) => {
  const packet = await openPacket(page, demo, 'What you read');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the survey' }).click();
  const tab = await opened;
  await expectState(tab, 'waiting');
  expect(await tab.evaluate(() => location.href)).not.toContain(packet.token);
  await tab.getByText('A book').click();
  await press(tab, 'Send my answer');
  await expect(tab.getByRole('status')).toContainText('recorded');
  await expectListed(demo, packet, 'complete');
});

test('a tag that a tag manager adds late and without attributes reports', async ({
  page,
  demo,
}) => {
  const packet = await openPacket(page, demo, 'Plants at home');
  expect(await page.content()).not.toContain('data-base-url');
  await page.getByText('On a balcony').click();
  await press(page, 'Send my answer');
  await expect(page.getByRole('status')).toContainText('recorded');
  await expectListed(demo, packet, 'complete');
});

for (const [answer, outcome, sentence] of [
  ['In the evening', 'complete', 'Thank you for completing the survey'],
  ['I never listen to music', 'screenout', 'a different group'],
] as const) {
  test(`an outcome that arrives after the page has loaded is reported: ${outcome}`, async ({
    page,
    demo,
  }) => {
    const packet = await openPacket(page, demo, 'Music in your day');
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/music/verdict?*', async (route) => {
      await released;
      await route.continue();
    });
    await page.getByText(answer).click();
    await press(page, 'Send my answer');
    await expect(page.getByText('We are checking your answer.')).toBeVisible();
    await page.waitForFunction(() => !!customElements.get('endlink-finish'));
    await expectState(page, 'waiting');
    expect(await requestsFor(demo, packet)).toEqual([]);
    release?.();
    await expect(page.getByRole('status')).toContainText(sentence);
    await expectListed(demo, packet, outcome);
  });
}

test('pages without storage keep the token over a reload, a link and a form', async ({
  page,
  demo,
}) => {
  const packet = await openPacket(page, demo, 'How you slept');
  expect(await stateOf(page)).toMatchObject({ inMemory: true });
  const isKept = () => JSON.stringify(history.state).includes('token');
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
  await page.reload();
  await expectState(page, 'waiting');
  await page.getByRole('link', { name: 'Start the survey' }).click();
  await expect(page.getByText('Badly')).toBeVisible();
  await expectState(page, 'waiting');
  await page.getByText('Badly').click();
  await press(page, 'Send my answer');
  await expect(page.getByRole('status')).toContainText('recorded');
  expect(await page.evaluate(() => location.search)).toBe('?slept=Badly');
  await expectListed(demo, packet, 'complete');
});
