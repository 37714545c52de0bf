import { deepEqual, equal, ok } from '../support/assert.ts';
import { blockStorage, BASE_URL, closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import type { AnyRecord } from '../support/buyer-page.ts';
import { settled, until } from '../support/until.ts';

const COMPLETE = `${BASE_URL}/api/v3/endlinks/complete?service_endlink_token=abc`;

const stateOf = ({ history }: Window) =>
  history.state as { key?: string; vaultlink?: AnyRecord } | null;

describe('a page whose storage is blocked', () => {
  afterEach(closeTab);

  it('finds its record again after a reload, while the address stays clean', async () => {
    const page = await openPage(LANDING, { before: blockStorage });
    await page.start();
    await page.engine().load('blocked-storage');
    equal(page.address(), '');
    const again = await page.reload();
    const { reportOutcome } = await again.start();
    equal(again.engine().token(), 'abc');
    equal((await reportOutcome('complete')).state, 'confirmed');
    deepEqual(again.service.urls, [COMPLETE]);
    await again.engine().load('blocked-storage');
    const third = await again.reload();
    await third.start();
    equal(third.engine().state().state, 'confirmed');
  });

  it('keeps its record beside the state of a router', async () => {
    const page = await openPage(LANDING, { before: blockStorage });
    page.window.history.replaceState({ key: 'router' }, '');
    await page.start();
    await page.engine().load('blocked-storage');
    const { key, vaultlink } = stateOf(page.window) ?? {};
    deepEqual([key, vaultlink?.token], ['router', 'abc']);
  });

  it('leaves an entry without a state alone until routers have started', async () => {
    let readyState = 'loading';
    const page = await openPage(LANDING, {
      before: (window) => {
        blockStorage(window);
        Object.defineProperty(window.document, 'readyState', { get: () => readyState });
      },
    });
    await page.start();
    await page.engine().load('blocked-storage');
    await settled();
    equal(stateOf(page.window), null);
    readyState = 'complete';
    page.window.dispatchEvent(new Event('load'));
    await until(() => stateOf(page.window)?.vaultlink?.token === 'abc');
  });
});

describe('a history.state that is no plain object', () => {
  afterEach(closeTab);

  for (const [what, make] of [
    ['a number', () => 2],
    ['text', () => 'step 3'],
    ['a list', () => ['a', { b: 1 }]],
    ['a date', () => new Date(0)],
  ] as const) {
    it(`stays as the page has set it, where it is ${what} and the storage is blocked`, async () => {
      const page = await openPage(LANDING, { before: blockStorage });
      page.window.history.replaceState(make(), '');
      await page.start();
      await page.engine().load('blocked-storage');
      page.engine().notify();
      const state = page.window.history.state as unknown;
      equal(JSON.stringify(state), JSON.stringify(make()));
      equal(
        Object.prototype.toString.call(state),
        Object.prototype.toString.call(make()),
        'It is of the same kind',
      );
    });
  }
});

describe('a browser that refuses to change history.state', () => {
  afterEach(closeTab);

  it('throws no error into the page whose storage is blocked', async () => {
    const page = await openPage(LANDING, { before: blockStorage });
    await page.start();
    page.window.history.replaceState = () => {
      throw new DOMException('Too many calls', 'SecurityError');
    };
    await page.engine().load('blocked-storage');
    page.engine().notify();
    await settled();
    deepEqual(page.errors, []);
    equal(page.engine().token(), 'abc');
  });
});

describe('a page with a variable called history', () => {
  afterEach(closeTab);

  it('keeps its record in the history of the browser', async () => {
    const page = await openPage(LANDING, { before: blockStorage });
    await page.start();
    const script = page.document.createElement('script');
    script.textContent = 'let history = [];';
    page.document.head.append(script);
    await page.engine().load('blocked-storage');
    await until(() => stateOf(page.window)?.vaultlink?.token === 'abc');
  });
});

describe('a page whose storage works', () => {
  afterEach(closeTab);

  it('keeps no token in the history', async () => {
    const page = await openPage(LANDING);
    await page.start();
    await page.engine().load('token');
    await settled();
    ok(!JSON.stringify(stateOf(page.window)).includes('abc'), 'The token is not there');
  });
});
