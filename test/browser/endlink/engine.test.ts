import type * as Endlink from '../../../src/browser/endlink/index.ts';
import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import { storedRecord, storeRecord } from '../support/buyer-page.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { findIn, press } from '../support/carrying.ts';
import { settled, until } from '../support/until.ts';

const urlOf = (outcome: string, baseUrl = BASE_URL) =>
  `${baseUrl}/api/v3/endlinks/${outcome}?service_endlink_token=abc`;

/** A value that wins, and one that loses, from two sources of settings. */
const WINNER = 'https://first.example';
const LOSER = 'https://second.example';

/** The sources of settings, in their order, each with a way to set the base URL. */
const SOURCES: [string, (page: BuyerPage, baseUrl: string) => unknown][] = [
  ['the script tag', (page, baseUrl) => page.addTag({ 'data-base-url': baseUrl })],
  [
    'window.vaultlinkConfig',
    async (page, baseUrl) => {
      page.window.vaultlinkConfig = { baseUrl };
      // Without a tag of its own, the object is read when a bundle installs the engine.
      if (!page.document.querySelector('script[data-base-url]'))
        await page.start({ baseUrl: undefined });
    },
  ],
  ['captureEndlink()', (page, baseUrl) => page.start({ baseUrl })],
  [
    'the element',
    async (page, baseUrl) => {
      page.document.body.innerHTML = `<endlink-finish base-url="${baseUrl}"></endlink-finish>`;
      await page.load('elements/define.ts');
    },
  ],
];

describe('the settings of a page', () => {
  afterEach(closeTab);

  for (const [name, set] of SOURCES) {
    it(`name the service when only ${name} names it`, async () => {
      const page = await openPage(LANDING);
      await set(page, BASE_URL);
      const { state } = await page.engine().report('complete');
      equal(state, 'confirmed');
      deepEqual(page.service.urls, [urlOf('complete')]);
    });
  }

  for (const [index, [first, setFirst]] of SOURCES.entries()) {
    for (const [second, setSecond] of SOURCES.slice(index + 1)) {
      it(`keep the value of ${first} where ${second} says something else, and the console names both`, async () => {
        const page = await openPage(LANDING);
        if (first === 'the script tag' && second === 'window.vaultlinkConfig')
          page.window.vaultlinkConfig = { baseUrl: LOSER };
        await setFirst(page, WINNER);
        await setSecond(page, LOSER);
        await page.engine().report('complete');
        deepEqual(page.service.urls, [urlOf('complete', WINNER)]);
        const sentence = await until(() => page.warnings.find((text) => text.includes(LOSER)));
        match(sentence, /baseUrl is set twice/);
        ok(sentence.includes(WINNER), 'The sentence names the value that is used');
      });
    }
  }

  for (const place of ['const', 'let', 'var'])
    it(`are also read where a script of the page sets them by "${place} vaultlinkConfig"`, async () => {
      const page = await openPage('?rid=abc');
      const script = page.document.createElement('script');
      script.textContent = `${place} vaultlinkConfig = { tokenParam: 'rid' }`;
      page.document.head.append(script);
      await page.addTag({ 'data-base-url': WINNER });
      equal(page.engine().token(), 'abc');
    });

  it('are merged from all sources, each filling what the ones before left open', async () => {
    const page = await openPage('?rid=abc&who=42');
    page.window.vaultlinkConfig = { tokenParam: 'rid' };
    await page.addTag({ 'data-via': 'relay' });
    const { captureEndlink } = await page.load<typeof Endlink>('endlink/index.ts');
    captureEndlink({ outcomeMap: '1:screenout' });
    page.document.body.innerHTML = '<endlink-finish relay-url="/mine"></endlink-finish>';
    await page.load('elements/define.ts');
    await page.engine().report('1' as 'complete');
    deepEqual(page.service.urls, ['/mine/screenout']);
    const body = JSON.parse(page.service.requests[0]?.init.body as string) as { token: string };
    equal(body.token, 'abc');
  });

  it('are not named in the console where two sources agree', async () => {
    const page = await openPage(LANDING);
    await page.addTag({ 'data-base-url': BASE_URL });
    await page.start();
    await page.engine().report('complete');
    await settled();
    deepEqual(page.warnings, []);
  });

  it('that name a parameter late have it looked for at once', async () => {
    const page = await openPage('?rid=abc&who=42&a=1');
    const { captureEndlink } = await page.start();
    equal(page.engine().state().state, 'missing');
    const { state, sellerId } = captureEndlink({ tokenParam: 'rid', sellerParam: 'who' });
    deepEqual({ state, sellerId }, { state: 'waiting', sellerId: '42' });
    equal(page.address(), '?a=1');
  });

  it('that name a parameter late have it looked for in the address of the landing, which a router has left', async () => {
    const page = await openPage('?rid=abc');
    const { captureEndlink } = await page.start();
    page.window.history.pushState(null, '', '?step=2');
    equal(captureEndlink({ tokenParam: 'rid' }).state, 'waiting');
    equal(page.address(), '?step=2');
  });

  it('that arrive after an element was upgraded let the element report', async () => {
    const page = await openPage('?rid=abc');
    page.document.body.innerHTML = '<endlink-finish outcome="complete"></endlink-finish>';
    await page.load('elements/define.ts');
    const element = page.document.querySelector('endlink-finish');
    await until(() => element?.state === 'missing');
    await page.start({ tokenParam: 'rid' });
    await until(() => element?.state === 'confirmed');
    deepEqual(page.service.urls, [urlOf('complete')]);
  });

  it('that bring the address of the service late let a locked outcome be sent', async () => {
    const page = await openPage(LANDING, { timers: 'held' });
    const { captureEndlink, reportOutcome } = await page.start({ baseUrl: undefined });
    equal((await reportOutcome('complete')).misconfigured, true);
    captureEndlink({ baseUrl: BASE_URL });
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(page.service.urls, [urlOf('complete')]);
  });
});

describe('the engine of a page', () => {
  afterEach(closeTab);

  it('is one, whichever copy of the script asks for it', async () => {
    const page = await openPage(LANDING);
    await page.addTag({ 'data-base-url': BASE_URL });
    const first = page.engine();
    await page.addTag({ 'data-base-url': BASE_URL });
    const copy = await page.load<typeof Endlink>('endlink/index.ts?copy');
    copy.captureEndlink({ carry: 'forms.example' });
    equal(page.engine(), first);
    ok(first.carry('https://forms.example/').includes('abc'), 'The options of the copy are merged');
  });

  it('is that of the tag in a document that the page has written anew, since nothing of the old one listens', async () => {
    const page = await openPage(LANDING);
    await page.addTag({ 'data-base-url': BASE_URL });
    await page.engine().load('token');
    const old = page.engine();
    page.document.open();
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    page.document.write('<!doctype html><head></head><body><a href="/next">On</a></body>');
    page.document.close();
    Object.assign(page.window, { vaultlinkConfig: { carry: location.host } });
    await page.addTag({ 'data-base-url': BASE_URL });
    ok(page.engine() !== old, 'It is another one');
    equal(page.engine().token(), 'abc');
    const link = findIn(page.document)('a');
    match(press(page.window, link), /service_endlink_token=abc/);
    equal((await page.engine().report('complete')).state, 'confirmed');
    equal(page.service.urls.length, 1);
  });

  it('reports the outcome that a second tag names later, as Turbo and htmx add it', async () => {
    const page = await openPage(LANDING);
    await page.start();
    page.engine().configure({ outcome: 'screenout' });
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(page.service.urls, [urlOf('screenout')]);
  });

  it('reports the outcome of its script tag', async () => {
    const page = await openPage(LANDING);
    await page.addTag({ 'data-base-url': BASE_URL, 'data-outcome': 'quota_full' });
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(page.service.urls, [urlOf('quota_full')]);
  });

  it('does not report the outcome of its script tag for a token that a router sets later', async () => {
    const page = await openPage(LANDING);
    await page.addTag({ 'data-base-url': BASE_URL, 'data-outcome': 'quota_full' });
    await until(() => storedRecord().state === 'confirmed');
    page.window.history.pushState(null, '', '?service_endlink_token=second');
    page.document.body.append('The next survey.');
    await until(() => storedRecord().token === 'second');
    await settled();
    equal(storedRecord().outcome, undefined);
    deepEqual(page.service.urls, [urlOf('quota_full')]);
  });

  it('reports the outcome of its address, by the code of the tool, where the buyer names the parameter', async () => {
    storeRecord({});
    const page = await openPage('?status=2');
    await page.addTag({
      'data-base-url': BASE_URL,
      'data-outcome-param': 'status',
      'data-outcome-map': '1:complete 2:screenout',
    });
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(page.service.urls, [urlOf('screenout')]);
  });

  it('reports the outcome of an address that a router sets later', async () => {
    const page = await openPage(LANDING);
    await page.addTag({ 'data-base-url': BASE_URL, 'data-outcome-param': 'status' });
    await page.engine().load('token');
    page.window.history.pushState(null, '', '?status=fail');
    page.document.body.append('The survey has ended.');
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(page.service.urls, [urlOf('fail')]);
  });

  it('reports the outcome of an address that the seller goes back to', async () => {
    const page = await openPage(LANDING);
    await page.addTag({ 'data-base-url': BASE_URL, 'data-outcome-param': 'status' });
    await page.engine().load('token');
    await settled();
    page.window.history.replaceState(page.window.history.state, '', '?status=fail');
    page.window.dispatchEvent(new PopStateEvent('popstate'));
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(page.service.urls, [urlOf('fail')]);
  });

  it('reports nothing of an address where the buyer names no parameter', async () => {
    const page = await openPage(`${LANDING}&undefined=complete&null=complete&=complete`);
    await page.start();
    await page.engine().load('token');
    await settled();
    deepEqual(page.service.urls, []);
    equal(storedRecord().outcome, undefined);
  });

  it('locks the outcome before anything asynchronous, with the way that it was asked for', async () => {
    const page = await openPage(LANDING);
    await page.start();
    void page.engine().report('complete', { via: 'redirect' });
    void page.engine().report('fail');
    const { outcome, state, via } = storedRecord();
    deepEqual([outcome, state, via], ['complete', 'reporting', 'redirect']);
  });
});

describe('the state', () => {
  afterEach(closeTab);

  it('tells all that is known, without the token and the query', async () => {
    storeRecord({
      ...{ sellerId: '42', interactionId: '7', outcome: 'fail', state: 'confirmed', attempts: 2 },
      ...{ previous: { token: 'first', query: '', capturedAtMs: 1, state: 'waiting' } },
    });
    const { capturedAtMs } = storedRecord();
    const page = await openPage();
    await page.start();
    deepEqual(page.engine().state(), {
      ...{ sellerId: '42', interactionId: '7', outcome: 'fail', state: 'confirmed' },
      ...{ attempts: 2, capturedAtMs },
    });
  });

  it('is missing where the tab has no token, whatever is asked', async () => {
    const page = await openPage();
    await page.start();
    deepEqual(page.engine().state(), { state: 'missing' });
    equal(page.engine().token(), undefined);
    equal(page.engine().carry('/s'), '/s');
    equal((await page.engine().report('complete')).state, 'missing');
  });
});
