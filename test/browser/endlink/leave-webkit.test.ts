import { deepEqual, equal } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';
import { settled, until } from '../support/until.ts';

const FINISH = '<endlink-finish outcome="complete"></endlink-finish>';
const COMPLETE = `${BASE_URL}/api/v3/endlinks/complete?service_endlink_token=abc`;

/** A page in WebKit that has not loaded yet. */
async function open(partsUrl: string, readyState: DocumentReadyState = 'interactive') {
  const setReadyState = ({ document }: Window, value: DocumentReadyState) =>
    Object.defineProperty(document, 'readyState', { value, configurable: true });
  class Navigation extends EventTarget {}
  const navigation = new Navigation();
  const page = await openPage(LANDING, {
    timers: 'held',
    before: (window) => {
      Object.defineProperty(window, 'Navigation', { value: Navigation });
      Object.defineProperty(window, 'navigation', { value: navigation });
      Object.defineProperty(window.navigator, 'vendor', { value: 'Apple Computer, Inc.' });
      setReadyState(window, readyState);
    },
  });
  await page.addTag({ 'data-base-url': BASE_URL, 'data-parts-url': partsUrl });
  return {
    ...page,
    beginToLeave: () => page.window.dispatchEvent(new Event('beforeunload')),
    /** Dispatches what an iPhone has in the place of `beforeunload`. An imitation of the API may name no destination. */
    navigate: (destination: { sameDocument: boolean } | undefined) =>
      navigation.dispatchEvent(Object.assign(new Event('navigate'), { destination })),
    parse: () => {
      setReadyState(page.window, 'interactive');
      page.document.dispatchEvent(new Event('readystatechange'));
    },
    /** Runs the timers of this delay that wait now. */
    runTimers: (delayMs: number) => {
      for (const timer of page.timers.filter((waiting) => waiting.delayMs === delayMs)) timer.run();
    },
  };
}

describe('a page in WebKit that is left before it has loaded', () => {
  afterEach(closeTab);

  it('reports at once for an element whose code is not here, though the part that reports is', async () => {
    const { beginToLeave, document, engine, service } = await open('/parts/');
    await engine().load('token');
    document.body.innerHTML = FINISH;
    beginToLeave();
    deepEqual(service.urls, [COMPLETE]);
    await settled();
    deepEqual(service.urls, [COMPLETE]);
  });

  it('asks no second time while it still runs, though the part that reports arrives', async () => {
    const { beginToLeave, engine, runTimers, service } = await open('/parts/');
    void engine().report('complete');
    equal(engine().parts.token, undefined);
    beginToLeave();
    deepEqual(service.urls, [COMPLETE]);
    await until(() => engine().parts.token);
    await settled();
    deepEqual(service.urls, [COMPLETE]);
    // It has stayed.
    runTimers(10_000);
    await until(() => service.urls.length === 2);
    deepEqual(service.urls, [COMPLETE, COMPLETE]);
  });

  it('reports for an element that its parser finds after that', async () => {
    const { beginToLeave, document, parse, service } = await open('/no-parts/', 'loading');
    beginToLeave();
    document.body.innerHTML = FINISH;
    deepEqual(service.urls, []);
    parse();
    deepEqual(service.urls, [COMPLETE]);
  });

  it('reports on an iPhone, which has no beforeunload, when a script leads on, and not within the page', async () => {
    const { document, navigate, service } = await open('/no-parts/');
    document.body.innerHTML = FINISH;
    navigate({ sameDocument: true });
    navigate(undefined);
    deepEqual(service.urls, []);
    navigate({ sameDocument: false });
    deepEqual(service.urls, [COMPLETE]);
    closeTab();
    const loaded = await open('/no-parts/');
    loaded.document.body.innerHTML = FINISH;
    loaded.window.dispatchEvent(new Event('load'));
    loaded.navigate({ sameDocument: false });
    deepEqual(loaded.service.urls, []);
  });

  it('reports what a listener of the page reports at that moment', async () => {
    const { beginToLeave, engine, runTimers, service, window } = await open('/no-parts/');
    window.addEventListener('beforeunload', () => void engine().report('screenout'));
    beginToLeave();
    runTimers(0);
    deepEqual(service.urls, [COMPLETE.replace('complete', 'screenout')]);
    equal(storedRecord().attempts, 1);
  });
});
