import type { Page } from '@playwright/test';
import { ENGINE } from '../support/engines.ts';
import { control, expect, test } from './support/demo.ts';
import type { MarketState } from './support/demo.ts';
import { expectState } from './support/seller.ts';
import type { Counter } from './support/service.ts';
import { decide, expectConnected, expectSaved, pressConnect } from './support/vault.ts';
import { expectReceived } from './support/verdict.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

const record = (page: Page) => page.locator('#record');

/** Answers the survey about coffee and tea so that it is complete. */
async function answerSurvey(page: Page): Promise<void> {
  await page.getByText('Yes').click();
  await press(page, 'Start the survey');
  await page.getByText('Both alike').click();
  await page.getByLabel('How many cups').pressSequentially('One');
  await press(page, 'Continue');
  await page.getByText('Rarely').last().click();
  await press(page, 'Send my answers');
}

/** Answers the single question of the survey about the way to work, up to the button that finishes it. */
async function answerTravel(page: Page): Promise<void> {
  await page.getByText('By bicycle').click();
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Ready to finish' })).toBeVisible();
}

/** Asserts that one report counted, of all that arrived. */
const expectCountedOnce = (market: Counter) =>
  expectReceived(market, async () =>
    expect((await market.requests()).filter(({ spent }) => spent)).toHaveLength(1),
  );

test('the three steps of the start page lead to an outcome that is counted once', async ({
  page,
  demo,
  market,
}) => {
  await page.goto(demo.tour);
  await expect(page.locator('#steps li.now')).toContainText('Open a survey');
  await press(page, 'Open the survey');
  await expectState(page, 'waiting');
  await expect(record(page)).toContainText('has landed');
  await answerSurvey(page);
  await expect(page.getByRole('status')).toContainText('recorded');
  // The page asks for the record again, without being loaded.
  await expect(record(page)).toContainText('Counted once: complete.');
  await page.getByRole('link', { name: 'Tour' }).click();
  await expect(page.locator('#steps li.done')).toHaveCount(3);
  await expect(page.locator('#steps')).toContainText('Paid: €2.50');
  await expectCountedOnce(market);
});

test('the start page shows each step as soon as it is done, without being loaded again', async ({
  page,
  demo,
}) => {
  await page.goto(demo.tour);
  await expect(page.locator('#steps li.done')).toHaveCount(0);
  const { sellers } = await control<MarketState>(demo, 'state');
  const click = { packet_id: 'survey', seller_id: sellers[0]?.id };
  const { token } = await control<{ token: string }>(demo, 'endlinks', click);
  await expect(page.locator('#steps li.done')).toHaveCount(1);
  await fetch(`${demo.service}/api/v3/endlinks/screenout?service_endlink_token=${token}`);
  await expect(page.locator('#steps li.done')).toHaveCount(3);
  await expect(page.locator('#steps')).toContainText('Not paid.');
});

for (const [way, sentence, fate] of [
  ['Lose the answer', 'most likely been recorded', 'counted, but answered 502'],
  ['Cut the connection', 'recorded', 'the connection broke: not counted'],
  ['Answer 503 twice', 'recorded', 'answered 503: not counted'],
  ['Answer slowly', 'recorded', 'counted, answered 200'],
] as const) {
  test(`a report counts once when the network breaks: ${way.toLowerCase()}`, async ({
    page,
    demo,
    market,
  }) => {
    await page.goto(demo.tour);
    await press(page, way);
    await expect(record(page)).toContainText(`Armed: ${way.toLowerCase()}.`);
    await answerTravel(page);
    await press(page, 'Finish');
    // Firefox repeats a request whose connection broke, so its page never learns of it.
    const seen = way === 'Answer slowly' ? 'Reporting' : 'Not confirmed yet';
    if (!(way === 'Cut the connection' && ENGINE === 'firefox')) {
      await expect(page.getByRole('status')).toContainText(seen);
    }
    await expect(page.getByRole('status')).toContainText(sentence);
    await expect(record(page)).toContainText(fate);
    await expect(record(page)).toContainText('Counted once: complete.');
    await expect(record(page)).toContainText('is paid €1.80');
    // What is reported cannot be changed any more.
    await expect(page.getByRole('link', { name: 'Change my answer' })).not.toBeVisible();
    await expectCountedOnce(market);
    await page.goto(demo.tour);
    await expect(page.locator('#broken')).toContainText('Counted once: complete.');
  });
}

test('the buttons beside a survey break it where it is, and start it again with somebody new once it is counted', async ({
  page,
  demo,
}) => {
  await page.goto(demo.tour);
  await press(page, 'Open the survey');
  await press(page, 'Answer 503 twice');
  await expect(record(page)).toContainText('Armed: answer 503 twice.');
  expect(page.url()).toBe(`${demo.buyer}/survey`);
  await answerSurvey(page);
  await expect(record(page)).toContainText('Counted once: complete.');

  await press(page, 'Lose the answer');
  await expect(page.getByRole('heading', { name: 'Coffee and tea' })).toBeVisible();
  await expect(record(page)).toContainText('Armed: lose the answer.');
  await expect(record(page)).toContainText('has landed');
  const { sellers, sellers_packets } = await control<MarketState>(demo, 'state');
  expect(sellers_packets.map(({ seller_id }) => seller_id)).toEqual([
    sellers[0]?.id,
    sellers.at(-1)?.id,
  ]);
});

test('every page leads back to the seller who landed, whoever was played before', async ({
  page,
  demo,
}) => {
  const { sellers } = await control<MarketState>(demo, 'state');
  const { id, name } = sellers[1] ?? { id: '', name: '' };
  for (const packet_id of ['survey', 'travel']) {
    const { url } = await control<{ url: string }>(demo, 'endlinks', { packet_id, seller_id: id });
    await page.goto(demo.buyer);
    await page.goto(url);
    await expectState(page, 'waiting');
    await page.goto(`${demo.buyer}/survey/habits`);
    await page.getByRole('link', { name: `${name} at the marketplace` }).click();
    await expect(page.getByRole('heading', { name: `Packets for ${name}` })).toBeVisible();
    expect(page.url()).toBe(`${demo.service}/?seller=${id}`);
  }
});

test('a button copies the HTML', { tag: '@chromium' }, async ({ context, page, demo }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${demo.buyer}/survey/thanks`);
  await page.getByRole('button', { name: 'Copy' }).last().click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe('<endlink-finish outcome="complete"></endlink-finish>');
});

test('the second tour connects a vault, pushes into it, and shows both', async ({ page, demo }) => {
  await page.goto(`${demo.tour}/vault`);
  await page.getByRole('link', { name: 'Go there and connect' }).click();
  await pressConnect(page);
  await decide(page, 'Allow');
  await expectConnected(page);
  await expect(record(page)).toContainText('Connected:');
  await page.getByLabel('Coffee').check();
  await press(page, 'Save to my vault');
  await expectSaved(page);
  await expect(record(page)).toContainText('drink Coffee');
  await page.getByRole('link', { name: 'Tour' }).click();
  await page.getByRole('link', { name: 'Connect a vault' }).first().click();
  await expect(page.locator('#vault-steps li.done')).toHaveCount(2);
});

test('the third tour ends at the partner’s host', async ({ page, demo }) => {
  await page.goto(`${demo.tour}/hosts`);
  await press(page, 'Open the tasting');
  await press(page, 'Go to the tasting');
  await page.getByText('Just right').click();
  await press(page, 'Send my verdict');
  await expect(page.getByRole('status')).toContainText('recorded');
  expect(page.url()).toContain(demo.partner);
  await expect(record(page)).toContainText('Counted once: complete.');
  await page.goto(`${demo.tour}/hosts`);
  await expect(page.locator('#partner-steps li.done')).toHaveCount(2);
});
