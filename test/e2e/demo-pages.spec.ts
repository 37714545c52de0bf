import type { Page } from '@playwright/test';
import type { Demo } from '../../demo/demo.ts';
import type { Outcome } from '../../src/protocol/index.ts';
import { control, expect, test } from './support/demo.ts';
import type { MarketState } from './support/demo.ts';
import { expectState, stateOf } from './support/seller.ts';
import { expectSpentOnce } from './support/service.ts';
import type { Counted, Counter } from './support/service.ts';
import { expectReceived, expectWithout } from './support/verdict.ts';

/** A seller opens the packet of this name. */
async function openPacket(page: Page, demo: Demo, name: string): Promise<Counted> {
  const { packets } = await control<MarketState>(demo, 'state');
  const packet_id = packets.find((packet) => packet.name === name)?.id ?? '';
  const click = { packet_id, seller_id: 'seller-1' };
  const { url, token } = await control<{ url: string; token: string }>(demo, 'endlinks', click);
  await page.goto(url);
  await expectState(page, 'waiting');
  expectWithout(token, [await page.evaluate(() => location.href)]);
  return { packet_id, token };
}

/** Asserts that the marketplace received so many requests with the token. */
const expectRequestCount = (market: Counter, packet: Counted, count: number) =>
  expectReceived(market, async () => expect(await market.requests(packet)).toHaveLength(count));

/** Waits until the seller’s list shows the outcome. There must be one request. */
async function expectListed(market: Counter, packet: Counted, outcome: Outcome): Promise<void> {
  await expectSpentOnce(market, packet, outcome);
  await expectRequestCount(market, packet, 1);
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('a wizard on one page reports when its last step is shown, and not before', async ({
  page,
  demo,
  market,
}) => {
  const packet = await openPacket(page, demo, 'Your breakfast today');
  await page.getByText('Not yet').click();
  await press(page, 'Continue');
  await page.getByText('Family or friends').click();
  expect(await stateOf(page)).toMatchObject({ state: 'waiting' });
  await expectRequestCount(market, packet, 0);
  await press(page, 'Finish');
  await expect(page.getByRole('status')).toContainText('recorded');
  await expectListed(market, packet, 'complete');
});

test('a wizard on one page that is left before its last step reports nothing', async ({
  page,
  demo,
  market,
}) => {
  const packet = await openPacket(page, demo, 'Your breakfast today');
  await page.getByText('Not yet').click();
  await press(page, 'Continue');
  await press(page, 'Back');
  await page.goto(`${demo.buyer}/inside`);
  await expect(page.getByText('Your place is kept.')).toBeVisible();
  await expectRequestCount(market, packet, 0);
});

test('a survey that opens in a new tab has the token there and reports', async ({
  page,
  demo,
  market,
}) => {
  const packet = await openPacket(page, demo, 'What you read');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the survey' }).click();
  const tab = await opened;
  await expectState(tab, 'waiting');
  expectWithout(packet.token, [await tab.evaluate(() => location.href)]);
  await tab.getByText('A book').click();
  await press(tab, 'Send my answer');
  await expect(tab.getByRole('status')).toContainText('recorded');
  await expectListed(market, packet, 'complete');
});

test('a tag that a tag manager adds late and without attributes reports', async ({
  page,
  demo,
  market,
}) => {
  const packet = await openPacket(page, demo, 'Plants at home');
  expect(await page.content()).not.toContain('data-base-url');
  await page.getByText('On a balcony').click();
  await press(page, 'Send my answer');
  await expect(page.getByRole('status')).toContainText('recorded');
  await expectListed(market, packet, 'complete');
});

for (const [answer, outcome, sentence] of [
  ['In the evening', 'complete', 'Thank you for completing the survey'],
  ['I never listen to music', 'screenout', 'a different group'],
] as const) {
  test(`an outcome that arrives after the page has loaded is reported: ${outcome}`, async ({
    page,
    demo,
    market,
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
    await expectRequestCount(market, packet, 0);
    release?.();
    await expect(page.getByRole('status')).toContainText(sentence);
    await expectListed(market, packet, outcome);
  });
}

test('pages without storage keep the token over a reload, a link and a form', async ({
  page,
  demo,
  market,
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
  await expectListed(market, packet, 'complete');
});
