import { expect, test } from './support/fixtures.ts';
import {
  consoleOf,
  expectState,
  expectToken,
  expectTokenPart,
  follow,
  report,
  stateOf,
  tokenOf,
  traverse,
} from './support/seller.ts';
import { expectSpentOnce, expectUnreported } from './support/service.ts';
import { FINISH, finishAndLandAgain, openApp } from './support/two-surveys.ts';
import { ENGINE } from '../support/engines.ts';

/** Firefox gives a page out of its back/forward cache the sessionStorage of then, and the page that follows that of the page before it. */
const HAS_STALE_STORAGE = ENGINE === 'firefox';

/** The ways in which a page reports by itself. */
const FINISHES = [
  ['an element', { body: FINISH }],
  ['data-outcome', { tag: { 'data-outcome': 'complete' } }],
] as const;

for (const [what, finish] of FINISHES) {
  test(
    `a page that the seller goes back to reports nothing for the token that has landed since (${what})`,
    { tag: '@whole-browser' },
    async ({ page, service, buyer }) => {
      const [first, second] = await finishAndLandAgain(page, { service, buyer }, finish);
      await traverse(page, 'back', buyer.url('/finish'));
      await expectToken(page, first.token);
      await expectState(page, 'confirmed');
      await page.reload();
      await expectState(page, 'confirmed');
      expect(await tokenOf(page)).toBe(first.token);
      await follow(page, buyer.url('/next'));
      await expectTokenPart(page);
      if (!HAS_STALE_STORAGE) expect(await tokenOf(page)).toBe(first.token);
      await expectSpentOnce(service, first, 'complete');
      await expectUnreported(service, second);
    },
  );
}

for (const [answer, entries] of [
  ['an empty list', []],
  ['nothing', undefined],
] as const)
  test(
    `a page that the seller goes back to reports nothing for the token that has landed since, where the browser tells ${answer} of how it was opened`,
    { tag: '@whole-browser' },
    async ({ page, service, buyer }) => {
      await page.addInitScript((entries) => {
        const getEntriesByType = performance.getEntriesByType.bind(performance);
        performance.getEntriesByType = (type) =>
          type === 'navigation' ? (entries as never) : getEntriesByType(type);
      }, entries);
      // It is loaded again, and does not come out of the back/forward cache.
      const finish = { body: FINISH, headers: { 'cache-control': 'no-store' } };
      const [first, second] = await finishAndLandAgain(page, { service, buyer }, finish);
      await traverse(page, 'back', buyer.url('/finish'));
      await expectToken(page, first.token);
      await expectState(page, 'confirmed');
      await expectSpentOnce(service, first, 'complete');
      await expectUnreported(service, second);
    },
  );

test(
  'the page of the later token makes it the tab’s again, and reports it once',
  { tag: '@whole-browser' },
  async ({ page, service, buyer }) => {
    const [first, second] = await finishAndLandAgain(page, { service, buyer }, { body: FINISH });
    await traverse(page, 'back', buyer.url('/finish'));
    await expectToken(page, first.token);
    await traverse(page, 'forward', buyer.url('/landing-b'));
    await expectToken(page, second.token);
    await follow(page, buyer.url('/finish'));
    await expectState(page, 'confirmed');
    await expectSpentOnce(service, first, 'complete');
    await expectSpentOnce(service, second, 'complete');
  },
);

test(
  'a page from before the landing reports nothing by itself, and says so; report() reports',
  { tag: '@whole-browser' },
  async ({ page, service, buyer }) => {
    const lines = consoleOf(page);
    buyer.page('/landing');
    buyer.page('/finish', { body: FINISH });
    await page.goto(buyer.url('/finish'));
    await expectState(page, 'missing');
    await expect.poll(() => lines.join('\n')).toContain('this tab has no endlink token');
    const endlink = await service.issue(buyer.url('/landing'));
    await follow(page, endlink.url);
    await expectTokenPart(page);
    await traverse(page, 'back', buyer.url('/finish'));
    if (HAS_STALE_STORAGE) {
      await expectState(page, 'missing');
      await expectUnreported(service, endlink);
      return;
    }
    await expect.poll(() => lines.join('\n')).toContain('The seller came back to this page');
    expect((await stateOf(page)).state).toBe('waiting');
    await expectUnreported(service, endlink);
    await report(page, 'fail');
    await expectSpentOnce(service, endlink, 'fail');
  },
);

/** What makes an element that is still mounted one of the token that has landed since. */
const BELONGINGS: Record<string, () => unknown> = {
  'is mounted again': async () => {
    const [element] = document.querySelectorAll('endlink-finish');
    element?.remove();
    await new Promise(requestAnimationFrame);
    document.body.append(element ?? '');
  },
  'is shown after it was hidden': async () => {
    const [element] = document.querySelectorAll('endlink-finish');
    if (!element) return;
    const hidden = new Promise((resolve) => {
      const observer = new ResizeObserver(() => element.hidden && resolve(undefined));
      observer.observe(element);
    });
    element.hidden = true;
    await hidden;
    element.hidden = false;
  },
  'is navigated to': () => {
    history.pushState({ view: 'end' }, '', '/app?view=end');
    document.body.append(document.createElement('p'));
  },
  'is given an outcome': () => {
    for (const element of document.querySelectorAll('endlink-finish'))
      element.outcome = 'screenout';
  },
  'reports itself': () => document.querySelector('endlink-finish')?.report(),
};

for (const [what, act] of Object.entries(BELONGINGS)) {
  test(`an element that is still mounted when another token lands belongs to it once it ${what}`, async ({
    page,
    service,
    buyer,
  }) => {
    const [first, second] = await openApp(page, service, buyer);
    await page.evaluate(act);
    await expectState(page, 'confirmed');
    await expectSpentOnce(service, first, 'complete');
    await expectSpentOnce(
      service,
      second,
      what === 'is given an outcome' ? 'screenout' : 'complete',
    );
  });
}

test(
  'going back within one document makes the earlier token the tab’s, and reports nothing',
  { tag: '@whole-browser' },
  async ({ page, service, buyer }) => {
    const [first, second] = await openApp(page, service, buyer);
    await traverse(page, 'back', buyer.url('/app'));
    await expectToken(page, first.token);
    await traverse(page, 'forward', buyer.url('/app?survey=b'));
    await expectToken(page, second.token);
    await expectUnreported(service, second);
    await expectSpentOnce(service, first, 'complete');
  },
);
