import type { Page } from '@playwright/test';
import { roundTrip, waitForElement } from '../../e2e/libraries/survey-flows.ts';
import { expect, test } from '../../e2e/support/fixtures.ts';
import { expectState } from '../../e2e/support/seller.ts';
import { expectOneRequest, expectUntouched } from '../../e2e/support/service.ts';
import { decide, expectVault, pressConnect } from '../../e2e/support/vault.ts';
import { heardIn, problemsOf, serveApp } from './react-page.ts';

/** Counts the listeners that are added to elements of the endlink from now on. */
const countListeners = (page: Page) =>
  page.addInitScript(() => {
    const counted = globalThis as unknown as { listenerCount: number };
    counted.listenerCount = 0;
    // eslint-disable-next-line @typescript-eslint/unbound-method
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (...parameters: Parameters<typeof add>) {
      if (parameters[0].startsWith('endlink-')) counted.listenerCount += 1;
      add.apply(this, parameters);
    };
  });

test('a component renders its element with the properties, native props, slots and ref of its own', async ({
  page,
  service,
  buyer,
}) => {
  const problems = problemsOf(page);
  await serveApp(buyer, { app: 'Finish' });
  const endlink = await service.issue(buyer.url('/app'));
  await page.goto(endlink.url);
  await expectState(page, 'confirmed');
  await expect(page.getByText('Thank you!')).toBeVisible();
  expect(
    await page.evaluate(() => {
      const element = document.querySelector('endlink-finish');
      return {
        outcome: element?.outcome,
        relayUrl: element?.relayUrl,
        classOf: element?.className,
        id: element?.id,
        title: element?.title,
        kind: element?.dataset.kind,
        colour: element?.style.color,
        isRef: (globalThis as { element?: unknown }).element === element,
      };
    }),
  ).toEqual({
    ...{ outcome: 'complete', relayUrl: '/elsewhere', classOf: 'finish', id: 'finish' },
    ...{ title: 'The end', kind: 'survey', colour: 'green', isRef: true },
  });
  await page.getByText('Thank you!').click();
  const render = 1;
  expect(await heardIn(page)).toEqual([
    { type: 'endlink-confirmed', state: 'confirmed', target: 'endlink-finish', render },
    { type: 'click', render },
  ]);
  await expectOneRequest(service, endlink, 'complete');
  expect(problems).toEqual([]);
});

test('an event calls the handler of the last render, and renders add no listeners', async ({
  page,
  service,
  buyer,
}) => {
  await countListeners(page);
  await serveApp(buyer, { app: 'Finish' });
  await service.addFault({ kind: 'hold' });
  const endlink = await service.issue(buyer.url('/app'));
  await page.goto(endlink.url);
  await expectState(page, 'reporting');
  const count = await page.evaluate('listenerCount');
  for (let times = 0; times < 10; times += 1) await page.evaluate('renderAgain()');
  await roundTrip(page);
  await service.release();
  await expectState(page, 'confirmed');
  await expect.poll(() => heardIn(page)).toEqual([expect.objectContaining({ render: 11 })]);
  expect(await page.evaluate('listenerCount')).toBe(count);
});

test('a prop that is taken away leaves the property undefined', async ({ page, buyer }) => {
  await serveApp(buyer, { app: 'Late' });
  await page.goto(buyer.url('/app'));
  await waitForElement(page);
  const properties = () =>
    page.evaluate(() => {
      const element = document.querySelector('endlink-finish');
      return `${element?.outcome} ${element?.manual}`;
    });
  await expect.poll(properties).toBe('undefined true');
  await page.evaluate('setOutcome("fail")');
  await expect.poll(properties).toBe('fail false');
  await page.evaluate('setOutcome(undefined)');
  await expect.poll(properties).toBe('undefined true');
});

test(
  'an outcome that comes late is reported once, and each mount by another key receives the result once',
  { tag: '@smoke' },
  async ({ page, service, buyer }) => {
    const problems = problemsOf(page);
    await serveApp(buyer, { app: 'Late' });
    const endlink = await service.issue(buyer.url('/app'));
    await page.goto(endlink.url);
    await waitForElement(page);
    await expectUntouched(service, endlink);
    await page.evaluate('setOutcome("quota_full")');
    await expectState(page, 'confirmed');
    for (const key of [2, 3]) await page.evaluate(`setKey(${key})`);
    await expect.poll(async () => (await heardIn(page)).length).toBeGreaterThan(2);
    await roundTrip(page);
    const heard = await heardIn(page);
    expect(heard.map(({ type, render }) => `${type} ${render}`)).toEqual(
      [1, 2, 3].map((key) => `endlink-confirmed ${key}`),
    );
    await expectOneRequest(service, endlink, 'quota_full');
    expect(problems).toEqual([]);
  },
);

test('a handler is called while <Suspense> hides its element', async ({ page, service, buyer }) => {
  await serveApp(buyer, { app: 'Suspended' });
  await service.addFault({ kind: 'hold' });
  const endlink = await service.issue(buyer.url('/app'));
  await page.goto(endlink.url);
  await expectState(page, 'reporting');
  await page.evaluate('suspend()');
  await expect(page.getByText('Please wait')).toBeVisible();
  await service.release();
  await expect.poll(async () => (await heardIn(page)).length).toBe(1);
  await page.evaluate('resume()');
  await expect(page.getByText('Please wait')).toHaveCount(0);
  await roundTrip(page);
  expect(await heardIn(page)).toHaveLength(1);
  await expectOneRequest(service, endlink, 'complete');
});

test('a handler that cancels endlink-reporting holds the report back', async ({
  page,
  service,
  buyer,
}) => {
  await serveApp(buyer, { app: 'HeldBack' });
  const endlink = await service.issue(buyer.url('/app'));
  await page.goto(endlink.url);
  await expect.poll(async () => (await heardIn(page)).length).toBe(1);
  await roundTrip(page);
  await expectUntouched(service, endlink);
});

test('a profile of components connects and pushes, also when the element is unmounted at once', async ({
  page,
  service,
  panel,
}) => {
  await serveApp(panel, { app: 'Profile' });
  await page.goto(panel.url('/app'));
  await pressConnect(page);
  await decide(page, 'Allow');
  await expect(page.locator('output')).toHaveText('connected');
  await page.getByLabel('What do you drink?').fill('Tea');
  await page.evaluate(() => {
    document.querySelector('form')?.requestSubmit();
    setTimeout((globalThis as unknown as { unmount: () => void }).unmount);
  });
  const types = async () => (await heardIn(page)).map(({ type }) => type);
  await expect.poll(types).toEqual(['vault-connected', 'vault-pushed']);
  await expectVault(service, panel.packetId, { drink: 'Tea' });
});
