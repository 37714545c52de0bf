import type * as Endlink from '../../../src/browser/endlink/index.ts';
import { deepEqual, equal } from '../support/assert.ts';
import {
  BASE_URL,
  blockStorage,
  closeTab,
  LANDING,
  leavePages,
  openPage,
} from '../support/buyer-page.ts';
import { storedMarks, storedRecord, storeRecord } from '../support/buyer-page.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { held, settled, until } from '../support/until.ts';

/** Opens a page whose part for tokens has started. */
async function openWithToken(query = LANDING) {
  const page = await openPage(query);
  await page.start();
  await page.engine().load('token');
  return page;
}

const leave = ({ window }: BuyerPage) => window.dispatchEvent(new PageTransitionEvent('pagehide'));

describe('a record that the page has cleared', () => {
  afterEach(closeTab);

  it('is there again on the next page, so that the outcome is not lost', async () => {
    const page = await openWithToken();
    sessionStorage.clear();
    leave(page);
    equal(storedRecord().token, 'abc');
    const next = await openPage();
    const { reportOutcome } = await next.start();
    equal((await reportOutcome('complete')).state, 'confirmed');
  });

  it('is there again where the page is left before the part for tokens is here', async () => {
    const page = await openPage(LANDING);
    const { captureEndlink } = await page.load<typeof Endlink>('endlink/index.ts');
    captureEndlink({ via: 'fetch' });
    sessionStorage.clear();
    leave(page);
    equal(storedRecord().token, 'abc');
  });

  it('is there again where the page clears it while it is being left', async () => {
    const page = await openPage(LANDING);
    await page.start();
    page.window.addEventListener('pagehide', () => sessionStorage.clear());
    await page.engine().load('token');
    leave(page);
    equal(storedRecord().token, 'abc');
    // Out of the back/forward cache, and left again.
    leave(page);
    equal(storedRecord().token, 'abc');
  });

  it('is there again with the outcome that was locked', async () => {
    const page = await openPage(LANDING, { replies: [new TypeError('Failed to fetch')] });
    const { reportOutcome } = await page.start();
    await reportOutcome('screenout');
    sessionStorage.removeItem('vaultlink');
    leave(page);
    const { outcome, state } = storedRecord();
    deepEqual([outcome, state], ['screenout', 'unknown']);
  });

  it('takes the place of nothing that was written since', async () => {
    const page = await openWithToken();
    sessionStorage.clear();
    storeRecord({ token: 'later' });
    leave(page);
    equal(storedRecord().token, 'later');
    sessionStorage.vaultlink = '';
    leave(page);
    equal(sessionStorage.vaultlink as string, '');
  });

  it('stays away where its report has ended', async () => {
    const page = await openWithToken();
    await page.engine().report('complete');
    sessionStorage.clear();
    leave(page);
    equal(sessionStorage.length, 0);
  });

  it('stays away an hour after the landing', async () => {
    storeRecord({ capturedAtMs: Date.now() - 3_601_000 });
    const page = await openWithToken('');
    sessionStorage.clear();
    leave(page);
    equal(sessionStorage.length, 0);
  });

  it('is there again where an earlier token of the tab is still to be reported', async () => {
    const now = Date.now();
    const first = { token: 'first', query: '', capturedAtMs: now, state: 'waiting' };
    storeRecord({ outcome: 'complete', state: 'confirmed', attempts: 1, previous: first });
    const page = await openWithToken('');
    sessionStorage.clear();
    leave(page);
    equal(storedRecord().previous?.token, 'first');
  });
});

describe('a token that the page forgets', () => {
  afterEach(closeTab);

  it('is gone for good: from the tab, from the state, and from the next page', async () => {
    const page = await openWithToken();
    const { forgetEndlink } = await page.load<typeof Endlink>('endlink/index.ts');
    const states: string[] = [];
    page.engine().subscribe(({ state }) => states.push(state));
    forgetEndlink();
    equal(page.engine().token(), undefined);
    deepEqual(states, ['waiting', 'missing']);
    leave(page);
    equal(sessionStorage.vaultlink, undefined);
    const next = await openPage();
    await next.start();
    equal(next.engine().state().state, 'missing');
  });

  it('is not captured again by settings that come later', async () => {
    const page = await openWithToken();
    page.engine().forget();
    const { captureEndlink } = await page.load<typeof Endlink>('endlink/index.ts');
    equal(captureEndlink({ via: 'fetch', carry: 'other.example' }).state, 'missing');
  });

  it('stays gone when the answer to its report comes later', async () => {
    const page = await openPage(LANDING);
    const answer = held<Response>();
    page.window.fetch = () => answer.promise;
    const { reportOutcome } = await page.start();
    const reported = reportOutcome('complete');
    await settled();
    page.engine().forget();
    answer.give(new Response('{}'));
    await reported;
    leave(page);
    equal(sessionStorage.vaultlink, undefined);
    deepEqual(page.errors, []);
  });

  it('is gone where the browser blocks storage, from history.state too', async () => {
    const page = await openPage(LANDING, { before: blockStorage });
    await page.start();
    await page.engine().load('blocked-storage');
    page.engine().forget();
    equal(page.engine().token(), undefined);
    equal(JSON.stringify(page.window.history.state).includes('abc'), false);
  });

  it('leaves a mark without the token and without the seller, which ends with its hour', async () => {
    const page = await openWithToken();
    await page.engine().report('complete');
    page.engine().forget();
    const [mark] = storedMarks();
    deepEqual(Object.keys(mark ?? {}).sort(), [
      ...['ambiguous', 'ambiguousDirect', 'attempts', 'capturedAtMs', 'outcome'],
      ...['probablyRecorded', 'result', 'state', 'status'],
    ]);
  });
});

describe('the code of a tool', () => {
  afterEach(closeTab);

  it('is stored as the outcome that it means, for a next page without the codes', async () => {
    const { load } = await openPage(`${LANDING}&status=2`);
    const { captureEndlink } = await load<typeof Endlink>('endlink/index.ts');
    captureEndlink({ outcomeParam: 'status', outcomeMap: '1:complete 2:screenout' });
    equal(storedRecord().outcome, 'screenout');
  });

  for (const [how, { query = '', tag = {}, config, ask }] of Object.entries<{
    query?: string;
    tag?: Record<string, string>;
    config?: object;
    ask?: string;
  }>({
    'the address, read by a tag,': {
      query: '&status=2',
      tag: { 'data-outcome-param': 'status', 'data-outcome-map': '1:complete 2:screenout' },
    },
    'the address, read by window.vaultlinkConfig,': {
      query: '&status=2',
      config: { outcomeParam: 'status', outcomeMap: { 2: 'screenout' } },
    },
    'data-outcome': { tag: { 'data-outcome': '2', 'data-outcome-map': '2:screenout' } },
    'report()': { tag: { 'data-outcome-map': '2:screenout' }, ask: '2' },
  }))
    it(`in ${how} is stored as the outcome before any part is there, and the next page reports it`, async () => {
      const page = await openPage(LANDING + query, {
        before: (window) => config && Object.assign(window, { vaultlinkConfig: config }),
      });
      await page.addTag({ 'data-base-url': BASE_URL, 'data-parts-url': '/no-parts/', ...tag });
      if (ask) void page.engine().report(ask as 'complete');
      equal(storedRecord().outcome, 'screenout');
      leavePages();
      const next = await openPage();
      await next.start();
      await until(() => storedRecord().state === 'confirmed');
      deepEqual(next.service.urls, [
        `${BASE_URL}/api/v3/endlinks/screenout?service_endlink_token=abc`,
      ]);
    });
});
