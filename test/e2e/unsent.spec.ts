import type { Outcome } from '../../src/protocol/index.ts';
import { expect, test } from './support/fixtures.ts';
import { consoleOf, expectTokenPart, expectState, report, stateOf } from './support/seller.ts';
import { expectOneRequest, expectSpentOnce, expectUntouched } from './support/service.ts';

const COMPLETE = '<endlink-finish outcome="complete"></endlink-finish>';

test('an outcome is locked though the part that reports is blocked, and goes out when the page is left', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing', { tag: { 'data-outcome': 'complete' } });
  buyer.page('/between', { tag: false });
  buyer.page('/next');
  const endlink = await service.issue(buyer.url('/landing'));
  await page.route('**/vaultlink-token.js?*', (route) => route.abort());
  await page.goto(endlink.url);
  await expectState(page, 'reporting');
  expect(await report(page, 'screenout')).toMatchObject({ outcome: 'complete' });
  await expectUntouched(service, endlink);
  // The landing page asks for the part once more, after a while: not any longer.
  await page.goto(buyer.url('/between'));
  await expectOneRequest(service, endlink, 'complete');
  await page.unrouteAll();
  await page.goto(buyer.url('/next'));
  // Nobody was there to read the answer, and the service takes a token once.
  await expect.poll(() => stateOf(page)).toMatchObject({ probablyRecorded: true });
  await expectSpentOnce(service, endlink, 'complete');
});

test('a part that is blocked is asked for again, and the locked outcome goes out on the same page', async ({
  page,
  service,
  buyer,
}) => {
  await page.clock.install();
  buyer.page('/landing', { tag: { 'data-outcome': 'complete' } });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.route('**/vaultlink-token.js?*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto(endlink.url);
  await failed;
  await expectState(page, 'reporting');
  await page.unrouteAll();
  await expect
    .poll(async () => {
      await page.clock.fastForward(5000);
      return buyer.requests.some(({ path }) => path === '/vaultlink-token.js');
    })
    .toBe(true);
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'complete');
});

for (const address of ['http://service.example', 'service.example', '']) {
  test(`with "${address}" as the service’s address nothing is sent, and the outcome is kept for the right one`, async ({
    page,
    service,
    buyer,
  }) => {
    const lines = consoleOf(page);
    buyer.page('/landing', { tag: { 'data-base-url': address }, body: COMPLETE });
    buyer.page('/next');
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectState(page, 'unknown');
    await expect
      .poll(() => lines.join('\n'))
      .toContain(
        address
          ? `data-base-url is "${address}". It must be an absolute https address`
          : "the service's address is missing",
      );
    await expectUntouched(service, endlink);
    await page.goto(buyer.url('/next'));
    await expectState(page, 'confirmed');
    await expectOneRequest(service, endlink, 'complete');
  });
}

test('without a token nothing is sent, and the page, the event and the console say why', async ({
  page,
  service,
  buyer,
}) => {
  const lines = consoleOf(page);
  buyer.page('/finish', {
    before: `<script>
      missing = 0;
      document.addEventListener('endlink-missing', () => (missing += 1));
    </script>`,
    body: COMPLETE,
  });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(buyer.url('/finish'));
  await expectState(page, 'missing');
  await expect.poll(() => lines.join('\n')).toContain('this tab has no endlink token');
  expect(await page.evaluate('missing')).toBe(1);
  expect(await report(page, 'complete')).toMatchObject({ state: 'missing' });
  await expectUntouched(service, endlink);
});

for (const [script, state] of [
  ['on', 'confirmed'],
  ['confirmed', 'confirmed'],
  ['rejected', 'rejected'],
  ['spent', 'rejected'],
  ['expired', 'rejected'],
  ['offline', 'unknown'],
  ['cors', 'unknown'],
] as const) {
  test(`a dry run (${script}) plays ${state} and sends nothing`, async ({
    page,
    service,
    buyer,
  }) => {
    const lines = consoleOf(page);
    buyer.page('/landing', { tag: { 'data-test': script }, body: COMPLETE });
    buyer.page('/real', { body: COMPLETE });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectState(page, state);
    expect(lines[0]).toContain(`data-test="${script}"`);
    await page.reload();
    await expectState(page, state);
    await expectUntouched(service, endlink);
    // What was played has locked nothing.
    await page.goto(buyer.url('/real'));
    await expectState(page, 'confirmed');
    await expectOneRequest(service, endlink, 'complete');
  });
}

test('an outcome that does not exist is explained, and a later right one still works', async ({
  page,
  service,
  buyer,
}) => {
  const lines = consoleOf(page);
  buyer.page('/landing', { body: '<endlink-finish outcome="completed"></endlink-finish>' });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expect
    .poll(() => lines.join('\n'))
    .toContain(
      'There is no outcome "completed". Use one of: complete, fail, quota_full, screenout',
    );
  await expectUntouched(service, endlink);
  expect(await report(page, 'Complete' as Outcome)).toMatchObject({ state: 'waiting' });
  expect(await report(page, 'complete')).toMatchObject({ state: 'confirmed' });
  await expectOneRequest(service, endlink, 'complete');
});

test('a page in the background that nobody has seen does not report until it is seen', async ({
  page,
  service,
  buyer,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { isHidden: true });
    const isHidden = () => (window as unknown as { isHidden: boolean }).isHidden;
    Object.defineProperties(document, {
      hidden: { get: isHidden },
      visibilityState: { get: () => (isHidden() ? 'hidden' : 'visible') },
    });
  });
  buyer.page('/landing', { body: COMPLETE });
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  await expect(page.getByRole('status')).toHaveCount(1);
  // Long enough for a report: the page has been to its own server and back since.
  await page.evaluate(() => fetch('/barrier'));
  expect((await stateOf(page)).attempts).toBeUndefined();
  await expectUntouched(service, endlink);
  await page.evaluate(() => {
    Object.assign(window, { isHidden: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page.getByRole('status')).toContainText('has been recorded.');
  await expectOneRequest(service, endlink, 'complete');
});

/** Adds the last step of a survey, which holds elements, as a library does. */
const showLastStep = (html: string) => document.body.insertAdjacentHTML('beforeend', html);

test('an outcome is locked though the element cannot be downloaded, and goes out on the next page', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing');
  buyer.page('/next');
  const endlink = await service.issue(buyer.url('/landing'));
  await page.goto(endlink.url);
  await expectTokenPart(page);
  // The network is lost before the last step.
  await page.route(/vaultlink-elements|\/api\/v3\//, (route) => route.abort());
  await page.evaluate(
    showLastStep,
    `<endlink-finish outcome="fail" hidden></endlink-finish>
    <endlink-finish outcome="quota_full" manual></endlink-finish>
    <endlink-finish outcome="screenout"></endlink-finish>`,
  );
  await expectState(page, 'unknown');
  expect(await stateOf(page)).toMatchObject({ outcome: 'screenout' });
  await expectUntouched(service, endlink);
  await page.unrouteAll();
  await page.goto(buyer.url('/next'));
  await expectState(page, 'confirmed');
  await expectOneRequest(service, endlink, 'screenout');
});

test('an element that cannot be downloaded reports nothing while it is hidden, or for a dry run', async ({
  page,
  service,
  buyer,
}) => {
  buyer.page('/landing');
  const endlink = await service.issue(buyer.url('/landing'));
  await page.route('**/vaultlink-elements.js?*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto(endlink.url);
  await expectTokenPart(page);
  await page.evaluate(
    showLastStep,
    `<endlink-finish outcome="complete" hidden></endlink-finish>
    <div inert><endlink-finish outcome="complete"></endlink-finish></div>
    <endlink-finish outcome="complete" preview="confirmed"></endlink-finish>
    <endlink-finish outcome="complete" test="on"></endlink-finish>`,
  );
  await failed;
  await page.evaluate(() => fetch('/round-trip').then(() => true));
  await expectState(page, 'waiting');
  await expectUntouched(service, endlink);
});

test(
  'an element in a shadow root reports though the registry of that root does not know it',
  // No other engine lets a shadow root have a registry of its own.
  { tag: '@chromium' },
  async ({ page, service, buyer }) => {
    buyer.page('/landing');
    buyer.page('/finish', {
      body: `<main></main><script>
        const customElementRegistry = new CustomElementRegistry();
        const host = document.querySelector('main');
        const root = host.attachShadow({ mode: 'open', customElementRegistry });
        root.innerHTML = '<endlink-finish outcome="complete"></endlink-finish>';
      </script>`,
    });
    const endlink = await service.issue(buyer.url('/landing'));
    await page.goto(endlink.url);
    await expectTokenPart(page);
    await page.goto(buyer.url('/finish'));
    await expectOneRequest(service, endlink, 'complete');
  },
);
