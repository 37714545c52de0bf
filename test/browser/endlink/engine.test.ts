import type * as Engine from '../../../src/browser/endlink/engine.ts';
import type { EndlinkOptions } from '../../../src/browser/endlink/options.ts';
import type { EndlinkEngine } from '../../../src/browser/endlink/parts.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, LANDING, leavePages, openPage } from '../support/buyer-page.ts';
import type { OpenOptions } from '../support/buyer-page.ts';
import { PAGE_URL, storedRecord, storeRecord } from '../support/buyer-page.ts';

/** A page with an engine alone: the other parts cannot be had. */
async function open(query: string, options: EndlinkOptions = {}, how?: OpenOptions) {
  const { load, window } = await openPage(query, how);
  const { createEngine } = await load<typeof Engine>('endlink/engine.ts');
  const loaded: string[] = [];
  const create = (): EndlinkEngine =>
    createEngine(options, (name) => (loaded.push(name), Promise.resolve(undefined)));
  return { create, loaded, window, address: () => window.location.href.slice(PAGE_URL.length) };
}

describe('capturing', () => {
  afterEach(closeTab);

  it('is done at once, before any other script can read the address', async () => {
    const { create, address } = await open(`${LANDING}&lang=de#top`);
    const before = Date.now();
    const engine = create();
    equal(engine.token(), 'abc');
    equal(address(), '?lang=de#top');
    const { capturedAtMs, ...record } = storedRecord();
    deepEqual(record, { token: 'abc', sellerId: '42', query: LANDING, state: 'waiting' });
    ok(capturedAtMs >= before && capturedAtMs <= Date.now(), 'The time is that of the landing');
  });

  it('reads the names that the buyer chose', async () => {
    const options = { tokenParam: 'rid', sellerParam: 'who', interactionParam: 'visit' };
    const { create, address } = await open('?rid=abc&who=42&visit=7&seller_id=mine', options);
    create();
    const { token, sellerId, interactionId } = storedRecord();
    deepEqual(
      { token, sellerId, interactionId },
      { token: 'abc', sellerId: '42', interactionId: '7' },
    );
    equal(address(), '?seller_id=mine');
  });

  it("keeps a router's own state in the history, and adds no entry", async () => {
    const { create, window } = await open(LANDING);
    window.history.replaceState({ key: 'router' }, '');
    const { length } = history;
    create();
    deepEqual(window.history.state, { key: 'router' });
    equal(history.length, length);
  });

  it('leaves the address as it is where scrub is off', async () => {
    const { create, address } = await open(LANDING, { scrub: 'off' });
    equal(create().token(), 'abc');
    equal(address(), LANDING);
  });

  it('keeps the token where the address cannot be changed', async () => {
    const { create, window } = await open(LANDING);
    window.history.replaceState = () => {
      throw new DOMException('too often', 'SecurityError');
    };
    const engine = create();
    await engine.ready;
    equal(engine.token(), 'abc');
  });

  it('touches nothing where no token has landed', async () => {
    const { create, window, address } = await open('?seller_id=42&a=1');
    window.history.replaceState = () => {
      throw new Error('The address is left alone');
    };
    const engine = create();
    await engine.ready;
    equal(address(), '?seller_id=42&a=1');
    equal(sessionStorage.length, 0);
    deepEqual(engine.state(), { state: 'missing' });
    equal(engine.token(), undefined);
  });

  it('keeps the record where the same token lands again', async () => {
    storeRecord({ outcome: 'complete', state: 'confirmed', capturedAtMs: 1, attempts: 1 });
    const kept = storedRecord();
    const { create, address } = await open(LANDING);
    create();
    deepEqual(storedRecord(), kept);
    equal(address(), '');
  });

  it('begins anew with another token, and keeps the one before', async () => {
    storeRecord({ token: 'first', outcome: 'complete', state: 'unknown', attempts: 1 });
    const first = storedRecord();
    const { create } = await open(LANDING);
    create();
    const { token, state, outcome, previous } = storedRecord();
    deepEqual({ token, state, outcome }, { token: 'abc', state: 'waiting' });
    deepEqual(previous, first);
  });

  it('refuses what a survey tool left in the place of the token, and has it explained', async () => {
    storeRecord({ token: 'first' });
    const { create, loaded, address } = await open('?service_endlink_token={{hidden:token}}&a=1');
    const engine = create();
    equal(engine.placeholder, '{{hidden:token}}');
    equal(engine.token(), 'first');
    deepEqual(loaded, ['diagnostics']);
    equal(address(), '?a=1');
  });

  it('waits while the page is prerendered, for its storage is discarded', async () => {
    let isPrerendered = true;
    const { create, window, address } = await open(
      LANDING,
      {},
      {
        before: (prerendered) => {
          const get = () => isPrerendered;
          Object.defineProperty(prerendered.document, 'prerendering', { get });
        },
      },
    );
    const engine = create();
    let isReady = false;
    void engine.ready.then(() => (isReady = true));
    await Promise.resolve();
    equal(engine.token(), undefined);
    equal(address(), LANDING);
    equal(isReady, false);

    isPrerendered = false;
    window.document.dispatchEvent(new Event('prerenderingchange'));
    await engine.ready;
    equal(engine.token(), 'abc');
    equal(address(), '');
  });
});

describe('the state', () => {
  afterEach(closeTab);

  it('tells all that is known, but the token', async () => {
    const { create } = await open('');
    storeRecord({
      sellerId: '42',
      outcome: 'fail',
      state: 'unknown',
      attempts: 2,
      previous: storedPrevious,
    });
    const { capturedAtMs } = storedRecord();
    deepEqual(create().state(), {
      ...{ sellerId: '42', outcome: 'fail', state: 'unknown', attempts: 2 },
      capturedAtMs,
    });
  });

  const storedPrevious = {
    ...{ token: 'first', query: '?service_endlink_token=first' },
    ...{ capturedAtMs: 1, state: 'unknown' as const },
  };
});

describe('carry', () => {
  afterEach(closeTab);
  const carried = 'https://forms.example/s?a=1&service_endlink_token=abc&seller_id=42#top';

  it('adds what landed to the addresses of the hosts that may have it', async () => {
    const engine = (await open(LANDING, { carry: 'other.example forms.example' })).create();
    equal(engine.carry('https://forms.example/s?a=1#top'), carried);
    leavePages();
    // The next page of the tab.
    const next = (await open('', { carry: 'forms.example' })).create();
    equal(next.carry('https://forms.example/s?a=1#top'), carried);
  });

  it('leaves every other address to the letter', async () => {
    const engine = (await open(LANDING, { carry: 'forms.example forms.example:8443' })).create();
    for (const url of [
      'https://example/s',
      'https://forms.example:444/s',
      'https://evil-forms.example/s',
      'https://forms.example.evil/s',
      'https://forms.example@evil.example/s',
      '/s?a=1',
      'page.html#top',
      '#top',
      '',
      'mailto:someone@forms.example',
    ]) {
      equal(engine.carry(url), url);
    }
    ok(engine.carry('https://forms.example:8443').includes('abc'), 'A host has a port');
  });

  it('lends it to no host where none is named', async () => {
    const engine = (await open(LANDING)).create();
    for (const url of [
      'https://forms.example/',
      location.href,
      '/s',
      'about:blank',
      'https://undefined',
    ]) {
      equal(engine.carry(url), url);
    }
  });

  it('leaves what is no URL as it is, and throws nothing', async () => {
    const engine = (await open(LANDING, { carry: 'forms.example' })).create();
    for (const url of ['https://', '//', 'http://[', 'https://forms.example:port/'])
      equal(engine.carry(url), url);
    for (const odd of [undefined, null, Symbol('odd'), { toString: null }] as unknown[])
      ok(engine.carry(odd as string) === odd, 'It comes back');
    storeRecord({ query: 5 as unknown as string });
    equal(engine.carry('https://forms.example/'), 'https://forms.example/');
  });

  it('keeps a token whose outcome is locked, for the page behind could report another', async () => {
    storeRecord({ outcome: 'complete', state: 'unknown' });
    const engine = (await open('', { carry: 'forms.example' })).create();
    equal(engine.carry('https://forms.example/s'), 'https://forms.example/s');
  });

  it('changes nothing where this tab has no token', async () => {
    const engine = (await open('', { carry: 'forms.example' })).create();
    equal(engine.carry('https://forms.example/s'), 'https://forms.example/s');
  });
});

describe('reporting', () => {
  afterEach(closeTab);

  it('has the outcome on record before anything asynchronous', async () => {
    const { create, loaded } = await open(LANDING);
    void create().report('complete', { via: 'redirect' });
    const { outcome, state, via } = storedRecord();
    deepEqual(
      { outcome, state, via },
      { outcome: 'complete', state: 'reporting', via: 'redirect' },
    );
    deepEqual(loaded, ['report']);
  });

  it('keeps the first outcome', async () => {
    const engine = (await open(LANDING)).create();
    void engine.report('complete');
    void engine.report('fail');
    equal(storedRecord().outcome, 'complete');
  });

  it('resolves with the state though the part that reports cannot be had', async () => {
    const engine = (await open(LANDING)).create();
    const { state, outcome } = await engine.report('complete');
    deepEqual({ state, outcome }, { state: 'reporting', outcome: 'complete' });
    equal((await (await openAnother()).report('complete')).state, 'missing');
  });

  const openAnother = async () => {
    closeTab();
    return (await open('')).create();
  };
});

describe('what is pushed', () => {
  afterEach(closeTab);

  it('is called with the engine, at once', async () => {
    const engine = (await open(LANDING)).create();
    let seen: unknown;
    engine.push((vaultlink) => (seen = vaultlink));
    equal(seen, engine);
  });
});
