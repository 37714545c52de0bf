import type * as Endlink from '../../../src/browser/endlink/index.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import {
  BASE_URL,
  closeTab,
  LANDING,
  openPage,
  storedRecord,
  storeRecord,
} from '../support/buyer-page.ts';
import { until } from '../support/until.ts';

describe('the endlink without a script tag', () => {
  afterEach(closeTab);

  it('does nothing by being imported', async () => {
    const { load, window } = await openPage(LANDING);
    await load<typeof Endlink>('endlink/index.ts');
    equal(window.vaultlink, undefined);
    equal(window.location.search, LANDING);
    equal(sessionStorage.length, 0);
  });

  it('captures the landing, and gives the state', async () => {
    const { load, window } = await openPage(LANDING);
    const { captureEndlink, endlinkState } = await load<typeof Endlink>('endlink/index.ts');
    const state = captureEndlink({ baseUrl: BASE_URL });
    deepEqual([state.state, state.sellerId, 'token' in state], ['waiting', '42', false]);
    equal(window.location.search, '');
    deepEqual(endlinkState(), captureEndlink());
    equal(window.vaultlink?.token(), 'abc');
  });

  describe('a snapshot of the state', () => {
    /** Opens a landing page, and counts what is written to its history. */
    async function openLanding(query = LANDING, timers?: 'held') {
      const page = await openPage(query, { ...(timers && { timers }) });
      const endlink = await page.load<typeof Endlink>('endlink/index.ts');
      const written: string[] = [];
      const { history } = page.window;
      for (const name of ['pushState', 'replaceState'] as const) {
        const original = history[name].bind(history);
        history[name] = (...values: Parameters<History['pushState']>) => {
          written.push(name);
          original(...values);
        };
      }
      return { ...page, ...endlink, written };
    }

    it('knows the token of the landing address, and writes nothing', async () => {
      const { address, endlinkState, window, written } = await openLanding(LANDING, 'held');
      const { capturedAtMs, ...state } = endlinkState();
      deepEqual(state, { state: 'waiting', sellerId: '42', interactionId: undefined });
      equal(endlinkState().capturedAtMs, capturedAtMs);
      deepEqual(written, []);
      equal(address(), LANDING);
      equal(window.vaultlink, undefined);
      equal(sessionStorage.length + localStorage.length, 0);
    });

    it('is followed by a subscription that stores the token and takes it out of the address', async () => {
      const page = await openLanding(LANDING, 'held');
      page.endlinkState();
      const states: string[] = [];
      page.subscribeToEndlink(({ state }) => states.push(state));
      deepEqual(states, ['waiting']);
      equal(page.address(), '');
      deepEqual(page.written, ['replaceState']);
      equal(storedRecord().token, 'abc');
    });

    it('keeps a landing address that a router changes before the page subscribes', async () => {
      const page = await openLanding(LANDING, 'held');
      page.endlinkState();
      page.window.history.replaceState(null, '', 'page.html?view=survey');
      equal(page.endlinkState().state, 'waiting');
      const states: string[] = [];
      page.subscribeToEndlink(({ state }) => states.push(state));
      deepEqual(states, ['waiting']);
      equal(storedRecord().token, 'abc');
      equal(page.address(), '?view=survey');
    });

    it('is enough for a page that never subscribes: its token is stored afterwards', async () => {
      const page = await openLanding();
      page.endlinkState();
      await until(() => sessionStorage.vaultlink as string | undefined);
      equal(storedRecord().token, 'abc');
      equal(page.address(), '');
    });

    it('knows the token of an earlier page of the tab', async () => {
      storeRecord({ outcome: 'complete', state: 'confirmed', sellerId: '7' });
      const { endlinkState } = await openLanding('', 'held');
      const { state, sellerId } = endlinkState();
      deepEqual({ state, sellerId }, { state: 'confirmed', sellerId: '7' });
    });

    it('takes a placeholder for no token', async () => {
      const { endlinkState } = await openLanding('?service_endlink_token={{token}}', 'held');
      deepEqual(endlinkState(), { state: 'missing' });
    });
  });

  it('reports, and says how it went', async () => {
    const { service, start } = await openPage(LANDING);
    const { reportOutcome } = await start();
    const { state, outcome } = await reportOutcome('screenout');
    deepEqual({ state, outcome }, { state: 'confirmed', outcome: 'screenout' });
    deepEqual(service.urls, [
      'https://service.example/api/v3/endlinks/screenout?service_endlink_token=abc',
    ]);
  });

  it('reports by the way that is asked for', async () => {
    const { service, start } = await openPage(LANDING);
    const { reportOutcome } = await start();
    await reportOutcome('fail', { via: 'relay' });
    deepEqual(service.urls, ['/vault/endlinks/fail']);
  });

  it('carries', async () => {
    const { start } = await openPage(LANDING);
    const { carry } = await start({ carry: 'forms.example' });
    equal(
      carry('https://forms.example/'),
      'https://forms.example/?service_endlink_token=abc&seller_id=42',
    );
  });

  it('has an engine without any option, and misses what it needs without throwing', async () => {
    const { load, warnings } = await openPage();
    const { carry, endlinkState, reportOutcome } = await load<typeof Endlink>('endlink/index.ts');
    deepEqual(endlinkState(), { state: 'missing' });
    equal(carry('/s'), '/s');
    deepEqual(await reportOutcome('complete'), { state: 'missing' });
    ok(
      await until(() => warnings.find((text) => text.includes('no endlink token'))),
      'It is named',
    );
  });

  it('uses the engine that the page has, whichever copy of the script made it', async () => {
    const { load, start, engine } = await openPage(LANDING);
    await start();
    const first = engine();
    const copy = await load<typeof Endlink>('endlink/index.ts?copy');
    copy.captureEndlink({ baseUrl: 'https://other.example' });
    equal(engine(), first);
    equal(first.options.baseUrl, BASE_URL);
  });

  it("leaves the caller's options as they were", async () => {
    const { load, engine } = await openPage(LANDING);
    const { captureEndlink } = await load<typeof Endlink>('endlink/index.ts');
    const options = { carry: 'forms.example' };
    captureEndlink(options);
    engine().options.baseUrl = 'https://other.example';
    deepEqual(options, { carry: 'forms.example' });
  });
});
