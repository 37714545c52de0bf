import type * as Endlink from '../../../src/browser/endlink/index.ts';
import { deepEqual, equal } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage } from '../support/buyer-page.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { settled, until } from '../support/until.ts';

/** Opens a page that is prerendered until it is activated. */
async function openPrerendered(query: string) {
  let isPrerendered = true;
  const page = await openPage(query, {
    before: ({ document }) => {
      Object.defineProperty(document, 'prerendering', { get: () => isPrerendered });
    },
  });
  const activate = async () => {
    isPrerendered = false;
    page.document.dispatchEvent(new Event('prerenderingchange'));
    await page.engine().ready;
  };
  return { page, activate };
}

/** A second source of settings, which comes while the page is prerendered. */
const SECOND_SOURCES: [string, (page: BuyerPage) => Promise<unknown>][] = [
  [
    'another tag with window.vaultlinkConfig',
    (page) => {
      page.window.vaultlinkConfig = { baseUrl: BASE_URL };
      return page.addTag();
    },
  ],
  [
    'captureEndlink()',
    async (page) => {
      const { captureEndlink } = await page.load<typeof Endlink>('endlink/index.ts');
      captureEndlink({ baseUrl: BASE_URL });
    },
  ],
  [
    'an element',
    async (page) => {
      page.document.body.innerHTML = `<endlink-finish base-url="${BASE_URL}"></endlink-finish>`;
      await page.load('elements/define.ts');
      await settled();
    },
  ],
];

describe('a prerendered page', () => {
  afterEach(closeTab);

  for (const [source, add] of SECOND_SOURCES) {
    it(`captures nothing before its activation where ${source} brings settings, and all of it then`, async () => {
      const { page, activate } = await openPrerendered(LANDING);
      await page.addTag({ 'data-via': 'fetch' });
      await add(page);
      equal(page.engine().token(), undefined);
      equal(page.address(), LANDING);
      equal(sessionStorage.length, 0);
      await activate();
      equal(page.engine().token(), 'abc');
      equal(page.address(), '');
      await page.engine().report('complete');
      equal(page.service.urls.length, 1);
    });
  }

  for (const [what, ask] of Object.entries<(endlink: typeof Endlink) => unknown>({
    'a snapshot of the state': ({ endlinkState }) => endlinkState(),
    'a subscription': ({ subscribeToEndlink }) => subscribeToEndlink(() => undefined),
    'a report': ({ reportOutcome }) => void reportOutcome('complete'),
  }))
    it(`without a tag captures nothing before its activation where ${what} is asked for, and all of it then`, async () => {
      const { page, activate } = await openPrerendered(LANDING);
      const endlink = await page.load<typeof Endlink>('endlink/index.ts');
      ask(endlink);
      await settled();
      equal(endlink.endlinkState().state, 'missing');
      equal(page.address(), LANDING);
      equal(sessionStorage.length + localStorage.length, 0);
      deepEqual(page.service.urls, []);
      endlink.captureEndlink({ baseUrl: BASE_URL });
      equal(page.address(), LANDING);
      await activate();
      equal(page.engine().token(), 'abc');
      equal(page.address(), '');
      await endlink.reportOutcome('complete');
      equal(page.service.urls.length, 1);
    });

  it('captures the token of its landing address, which a router has left before the activation', async () => {
    const { page, activate } = await openPrerendered(LANDING);
    await page.addTag({ 'data-base-url': BASE_URL });
    page.window.history.replaceState(null, '', '?step=2');
    await activate();
    equal(page.engine().token(), 'abc');
  });

  it('locks no outcome before its activation, when the storage is a copy that is discarded', async () => {
    const { page, activate } = await openPrerendered(LANDING);
    sessionStorage.vaultlink = JSON.stringify({ token: 'old', query: '', state: 'waiting' });
    await page.addTag({ 'data-base-url': BASE_URL });
    const reported = page.engine().report('complete');
    await settled();
    equal((JSON.parse(sessionStorage.vaultlink as string) as { state: string }).state, 'waiting');
    await activate();
    await reported;
    await until(() => page.engine().state().state === 'confirmed');
    deepEqual(
      page.service.urls.map((url) => new URL(url).searchParams.get('service_endlink_token')),
      ['abc'],
    );
  });
});
