import type * as Endlink from '../../../src/browser/endlink/index.ts';
import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { closeTab, LANDING, openPage, storedRecord, storeRecord } from '../support/buyer-page.ts';
import { settled, until } from '../support/until.ts';

describe('a landing', () => {
  afterEach(closeTab);

  it('is captured at once, before any other script can read the address', async () => {
    const { address, load } = await openPage(`${LANDING}&lang=de#top`);
    const { captureEndlink } = await load<typeof Endlink>('endlink/index.ts');
    const before = Date.now();
    captureEndlink();
    equal(address(), '?lang=de#top');
    // Only a browser with the Navigation API has a key for the entry.
    const { capturedAtMs, ...record } = storedRecord();
    delete record.entries;
    deepEqual(record, { token: 'abc', sellerId: '42', query: LANDING, state: 'waiting' });
    ok(capturedAtMs >= before && capturedAtMs <= Date.now(), 'The time is that of the landing');
  });

  it('is read under the names that the buyer chose', async () => {
    const { address, start } = await openPage('?rid=abc&who=42&visit=7&seller_id=mine');
    await start({ tokenParam: 'rid', sellerParam: 'who', interactionParam: 'visit' });
    const { token, sellerId, interactionId } = storedRecord();
    deepEqual([token, sellerId, interactionId], ['abc', '42', '7']);
    equal(address(), '?seller_id=mine');
  });

  for (const [name, query] of [
    ['schlüssel', 'schl%C3%BCssel'],
    ['tok[]', 'tok%5B%5D'],
    ['my token', 'my+token'],
    [`o'"neill`, 'o%27%22neill'],
  ] as const)
    it(`is read under the name ${name}, which an address encodes, and taken out of the address`, async () => {
      const page = await openPage(`?${query}=abc&lang=de#top`);
      await page.addTag({ 'data-token-param': name });
      equal(page.engine().token(), 'abc');
      equal(page.address(), '?lang=de#top');
    });

  it("keeps a router's own state in the history, and adds no entry", async () => {
    const { start, window } = await openPage(LANDING);
    window.history.replaceState({ key: 'router' }, '');
    const { length } = history;
    await start();
    deepEqual(window.history.state, { key: 'router' });
    equal(history.length, length);
  });

  it('leaves the address as it is where scrub is off', async () => {
    const { address, start } = await openPage(LANDING);
    await start({ scrub: 'off' });
    equal(storedRecord().token, 'abc');
    equal(address(), LANDING);
  });

  it('keeps the token where the browser refuses to change the address', async () => {
    const { engine, start, window } = await openPage(LANDING);
    window.history.replaceState = () => {
      throw new DOMException('too often', 'SecurityError');
    };
    await start();
    await engine().ready;
    equal(engine().token(), 'abc');
  });

  it('touches neither the address nor the storage where there is no token', async () => {
    const { address, engine, start, window } = await openPage('?seller_id=42&a=1');
    window.history.replaceState = () => {
      throw new Error('The address is left alone');
    };
    await start();
    await engine().ready;
    equal(address(), '?seller_id=42&a=1');
    equal(sessionStorage.length, 0);
  });

  it('of the same token keeps the record', async () => {
    storeRecord({ outcome: 'complete', state: 'confirmed', capturedAtMs: 1, attempts: 1 });
    const { address, service, start } = await openPage(LANDING);
    await start();
    const { state, outcome, capturedAtMs, attempts } = storedRecord();
    deepEqual([state, outcome, capturedAtMs, attempts], ['confirmed', 'complete', 1, 1]);
    equal(address(), '');
    deepEqual(service.urls, []);
  });

  it('of another token begins a new record, and keeps the one before', async () => {
    storeRecord({ token: 'first', outcome: 'complete', state: 'unknown', attempts: 1 });
    const first = storedRecord();
    const { load } = await openPage(LANDING);
    (await load<typeof Endlink>('endlink/index.ts')).captureEndlink();
    const { token, state, outcome, previous } = storedRecord();
    deepEqual({ token, state, outcome }, { token: 'abc', state: 'waiting' });
    deepEqual(previous, first);
  });

  it('with a variable that a survey tool did not fill in is refused and explained, and the token before stays', async () => {
    storeRecord({ token: 'first' });
    const { address, engine, start, warnings } = await openPage(
      '?service_endlink_token={{hidden:token}}&a=1',
    );
    await start();
    equal(engine().token(), 'first');
    equal(address(), '?a=1');
    match(await until(() => warnings[0]), /Typeform/);
  });

  it('of a prerendered page is captured on activation, for its storage is discarded', async () => {
    let isPrerendered = true;
    const { address, engine, start, window } = await openPage(LANDING, {
      before: ({ document: prerendered }) => {
        Object.defineProperty(prerendered, 'prerendering', { get: () => isPrerendered });
      },
    });
    await start();
    let isReady = false;
    void engine().ready.then(() => (isReady = true));
    await Promise.resolve();
    equal(engine().token(), undefined);
    equal(address(), LANDING);
    equal(isReady, false);

    isPrerendered = false;
    window.document.dispatchEvent(new Event('prerenderingchange'));
    await engine().ready;
    equal(engine().token(), 'abc');
    equal(address(), '');
  });

  it('of a prerendered page is reported after the activation, though the report was asked for before', async () => {
    let isPrerendered = true;
    const { engine, service, start, window } = await openPage(LANDING, {
      before: ({ document: prerendered }) => {
        Object.defineProperty(prerendered, 'prerendering', { get: () => isPrerendered });
      },
    });
    const { reportOutcome } = await start();
    const report = reportOutcome('complete');
    await engine().load('token');
    await settled();
    deepEqual(service.urls, []);

    isPrerendered = false;
    window.document.dispatchEvent(new Event('prerenderingchange'));
    equal((await report).state, 'confirmed');
    equal(service.urls.length, 1);
  });

  it('whose address a router puts back is scrubbed once more', async () => {
    const { engine, start, window } = await openPage(LANDING);
    await start();
    await engine().load('token');
    const { capturedAtMs } = storedRecord();
    await settled();
    window.history.replaceState({ key: 'router' }, '', `${LANDING}&a=1`);
    window.dispatchEvent(new PageTransitionEvent('pageshow'));
    await until(() => window.location.search === '?a=1');
    // Where a browser has no Navigation API, the entry bears a mark as well.
    equal((window.history.state as { key?: string }).key, 'router');
    equal(storedRecord().capturedAtMs, capturedAtMs);
  });
});
