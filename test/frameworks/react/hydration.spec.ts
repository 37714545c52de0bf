import { roundTrip, waitForElement } from '../../e2e/libraries/survey-flows.ts';
import { expect, test } from '../../e2e/support/fixtures.ts';
import { expectState } from '../../e2e/support/seller.ts';
import { expectOneRequest, expectUntouched } from '../../e2e/support/service.ts';
import { connect, expectSaved, expectVault } from '../../e2e/support/vault.ts';
import { heardIn, problemsOf, renderOnServer, serveApp, start } from './react-page.ts';

test('a server renders the properties as attributes, and no handler', async () => {
  expect(await renderOnServer('Finish')).toBe(
    '<endlink-finish outcome="complete" relay-url="/elsewhere" class="finish" id="finish" title="The end"' +
      ' data-kind="survey" style="color:green"><p slot="confirmed">Thank you!</p></endlink-finish>',
  );
  expect(await renderOnServer('Late')).toBe('<endlink-finish manual=""></endlink-finish>');
});

test('a hydrated element has its handlers, and changes with its props', async ({
  page,
  service,
  buyer,
}) => {
  const problems = problemsOf(page);
  await serveApp(buyer, { app: 'Late', isServerRendered: true });
  const endlink = await service.issue(buyer.url('/app'));
  await page.goto(endlink.url);
  await page.waitForFunction('typeof setOutcome === "function"');
  await page.evaluate('setOutcome("screenout")');
  await expectState(page, 'confirmed');
  await expect.poll(async () => (await heardIn(page)).length).toBe(1);
  await expectOneRequest(service, endlink, 'screenout');
  expect(problems).toEqual([]);
});

test('an element reports before the page is hydrated, and its handler learns of it afterwards, once', async ({
  page,
  service,
  buyer,
}) => {
  const problems = problemsOf(page);
  await serveApp(buyer, { app: 'Finish', isServerRendered: true, waits: true });
  const endlink = await service.issue(buyer.url('/app'));
  await page.goto(endlink.url);
  await expectState(page, 'confirmed');
  await roundTrip(page);
  expect(await heardIn(page)).toEqual([]);
  await start(page);
  await expect.poll(async () => (await heardIn(page)).length).toBe(1);
  await page.evaluate('renderAgain()');
  await roundTrip(page);
  expect(await heardIn(page)).toEqual([
    { type: 'endlink-confirmed', state: 'confirmed', target: 'endlink-finish', render: 1 },
  ]);
  await expectOneRequest(service, endlink, 'complete');
  expect(problems).toEqual([]);
});

test('a handler of a page that is reloaded learns of the report, which is settled when the element is defined', async ({
  page,
  service,
  buyer,
}) => {
  const problems = problemsOf(page);
  await serveApp(buyer, { app: 'Finish', isServerRendered: true, waits: true });
  const endlink = await service.issue(buyer.url('/app'));
  await page.goto(endlink.url);
  await expectState(page, 'confirmed');
  await page.reload();
  await expectState(page, 'confirmed');
  await roundTrip(page);
  await start(page);
  await expect.poll(async () => (await heardIn(page)).length).toBe(1);
  await expectOneRequest(service, endlink, 'complete');
  expect(problems).toEqual([]);
});

test('an element whose report a handler can cancel waits for the page to be hydrated', async ({
  page,
  service,
  buyer,
}) => {
  const problems = problemsOf(page);
  await serveApp(buyer, { app: 'HeldBack', isServerRendered: true, waits: true });
  const endlink = await service.issue(buyer.url('/app'));
  await page.goto(endlink.url);
  await waitForElement(page);
  await roundTrip(page);
  await expectUntouched(service, endlink);
  await start(page);
  await expect.poll(async () => (await heardIn(page)).length).toBe(1);
  await roundTrip(page);
  await expectUntouched(service, endlink);
  expect(problems).toEqual([]);
});

test('an outcome that only the browser knows is reported although React leaves the attribute out', async ({
  page,
  service,
  buyer,
}) => {
  await serveApp(buyer, { app: 'Mismatch', isServerRendered: true });
  const endlink = await service.issue(buyer.url('/app'));
  await page.goto(endlink.url);
  await expectState(page, 'confirmed');
  await expect.poll(async () => (await heardIn(page)).length).toBe(1);
  await expectOneRequest(service, endlink, 'screenout');
});

test('a hydrated profile learns of a connection that was settled before', async ({
  page,
  panel,
}) => {
  await connect(page, panel.url('/profile'));
  const problems = problemsOf(page);
  await serveApp(panel, { app: 'Profile', isServerRendered: true, waits: true, hasTag: false });
  await page.goto(panel.url('/app'));
  await expect(page.getByText('Your vault is connected.')).toBeVisible();
  await start(page);
  await expect
    .poll(() => heardIn(page))
    .toEqual([expect.objectContaining({ type: 'vault-connected', target: 'vault-connect' })]);
  await expect(page.locator('output')).toHaveText('connected');
  expect(problems).toEqual([]);
});

test('a form that is submitted before the page is hydrated pushes nothing past a handler of vault-pushing', async ({
  page,
  service,
  panel,
}) => {
  await connect(page, panel.url('/profile'));
  await serveApp(panel, { app: 'Completed', isServerRendered: true, waits: true });
  await page.goto(panel.url('/app'));
  await waitForElement(page, 'vault-push');
  const save = () => page.getByRole('button', { name: 'Save' }).click();
  await save();
  await expect(page.getByText('Your answers were not saved. Please try again.')).toBeVisible();
  await expectVault(service, panel.packetId, undefined);
  await start(page);
  await expect
    .poll(() => page.evaluate('document.querySelector("vault-push").packetId'))
    .toBe(panel.packetId);
  await save();
  await expectSaved(page);
  await expectVault(service, panel.packetId, { drink: 'Tea', cups: 'Two' });
});
