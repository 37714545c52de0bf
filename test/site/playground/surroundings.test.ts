import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Vaultlink } from '../../../src/browser/endlink/index.ts';
import { enterPage } from '../../../docs/site/src/playground/enter-page.ts';
import type { PageSurroundings, PageWindow } from '../../../docs/site/src/playground/enter-page.ts';
import { TabStorage } from '../../../docs/site/src/playground/tab-storage.ts';
import { Window } from 'happy-dom';

/** A page in the surroundings of the playground. */
function setUp(changes: Partial<PageSurroundings> = {}, properties: object = {}) {
  const page = new Window({
    url: 'https://site.example/play/landing.html',
  }) as unknown as PageWindow;
  Object.assign(page, properties);
  const asked: string[] = [];
  enterPage(page, {
    sessionStorage: new TabStorage(),
    localStorage: new TabStorage(),
    fetch: (_page, url) => {
      asked.push(url);
      return Promise.resolve(new Response('From the sandbox'));
    },
    isServiceUrl: (url) => url.startsWith('https://service.example/'),
    isOnline: () => true,
    aheadMs: () => 0,
    onState: () => undefined,
    onWarning: () => undefined,
    onLeave: () => undefined,
    ...changes,
  });
  return { page, asked };
}

describe('A survey page of the playground', () => {
  it('asks the sandbox where it fetches from the service', async () => {
    const { page, asked } = setUp();
    const url = 'https://service.example/api/v3/endlinks/complete?service_endlink_token=abc';
    const answer = await page.fetch(url);
    assert.equal(await answer.text(), 'From the sandbox');
    assert.deepEqual(asked, [url]);
  });

  it('opens no connection to the service ahead of a report, and keeps other links', () => {
    const { page } = setUp();
    const linkTo = (rel: string, href: string) => {
      const link = page.document.createElement('link');
      link.rel = rel;
      link.href = href;
      return link.getAttribute('href');
    };
    assert.equal(linkTo('preconnect', 'https://service.example/'), null);
    assert.equal(linkTo('preconnect', 'https://site.example/'), 'https://site.example/');
    assert.equal(linkTo('stylesheet', 'survey.css'), 'survey.css');
  });

  it('has the storage of its tab', () => {
    const sessionStorage = new TabStorage();
    const { page } = setUp({ sessionStorage });
    page.sessionStorage.vaultlink = '{}';
    assert.equal(sessionStorage.getItem('vaultlink'), '{}');
  });

  it('is offline while the network of the playground is cut', () => {
    let isOnline = true;
    const { page } = setUp({ isOnline: () => isOnline });
    assert.equal(page.navigator.onLine, true);
    isOnline = false;
    assert.equal(page.navigator.onLine, false);
  });

  it('has the clock of the playground', () => {
    const { page } = setUp({ aheadMs: () => 3_660_000 });
    const aheadMs = page.Date.now() - Date.now();
    assert.ok(aheadMs >= 3_660_000 && aheadMs < 3_670_000);
  });

  it('leads to the page of the sandbox where it leaves for the service, in a browser that tells', () => {
    const left: string[] = [];
    const navigation = new EventTarget();
    const { page } = setUp({ onLeave: (url) => void left.push(url) }, { navigation });
    const leaveFor = (url: string) =>
      navigation.dispatchEvent(
        Object.assign(new Event('navigate', { cancelable: true }), { destination: { url } }),
      );
    const url = 'https://service.example/api/v3/endlinks/complete.html?service_endlink_token=abc';
    assert.equal(leaveFor(url), false);
    assert.equal(leaveFor(page.location.href), true);
    assert.deepEqual(left, [url]);
  });

  it('passes on the states and the warnings of the tag', () => {
    const heard: unknown[] = [];
    const { page } = setUp({
      onState: ({ state }) => heard.push(state),
      onWarning: (text) => heard.push(text),
    });
    const [callback] = page.vaultlink as ((vaultlink: Vaultlink) => void)[];
    callback?.({
      subscribe(listener: (state: { state: 'waiting' }) => void) {
        listener({ state: 'waiting' });
      },
    } as unknown as Vaultlink);
    page.console.warn('[vaultlink]', 'Nothing was reported');
    assert.deepEqual(heard, ['waiting', '[vaultlink] Nothing was reported']);
  });
});

describe('The storage of a tab', () => {
  it('keeps items under their names, as properties or by its methods', () => {
    const storage = new TabStorage();
    storage.vaultlink = 'a';
    storage.setItem('vaultlink:1', 'b');
    assert.deepEqual(Object.entries(storage), [
      ['vaultlink', 'a'],
      ['vaultlink:1', 'b'],
    ]);
    storage.removeItem('vaultlink');
    assert.equal(storage.getItem('vaultlink'), null);
    assert.equal(storage.getItem('getItem'), null);
  });

  it('is copied for a duplicated tab, and differs from then on', () => {
    const storage = new TabStorage();
    storage.setItem('vaultlink', 'a');
    const copy = TabStorage.copyOf(storage);
    storage.setItem('vaultlink', 'b');
    assert.equal(copy.getItem('vaultlink'), 'a');
  });
});
