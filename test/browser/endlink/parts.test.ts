import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';
import { until } from '../support/until.ts';

describe('a part that cannot be loaded', () => {
  afterEach(closeTab);

  it('is named in the console, and asked for again under another address', async () => {
    const page = await openPage(LANDING, { timers: 'held' });
    const addresses = () =>
      page.window.performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('vaultlink-token.js'));
    await page.addTag({ 'data-base-url': BASE_URL, 'data-parts-url': '/no-parts/' });
    match(await until(() => page.warnings[0]), /vaultlink-token\.js cannot be loaded/);
    // The parts are there now.
    page.engine().options.partsUrl = '/parts/';
    const again = await until(() => page.timers.find(({ delayMs }) => delayMs === 5000));
    void page.engine().report('complete');
    again.run();
    await until(() => storedRecord().state === 'confirmed');
    const [first, second] = addresses().map((url) => new URL(url).search);
    ok(first !== second, 'The browser remembers the first address as failed');
    equal(page.service.urls.length, 1);
  });

  it('is asked for after a longer pause each time', async () => {
    const page = await openPage(LANDING, { timers: 'held' });
    await page.addTag({ 'data-base-url': BASE_URL, 'data-parts-url': '/no-parts/' });
    for (const pauseMs of [5000, 10_000, 15_000])
      (await until(() => page.timers.find(({ delayMs }) => delayMs === pauseMs))).run();
  });

  it('is found in a folder whose name has no slash at its end', async () => {
    const page = await openPage(LANDING);
    await page.addTag({ 'data-base-url': BASE_URL, 'data-parts-url': '/parts' });
    await page.engine().report('complete');
    equal(storedRecord().state, 'confirmed');
  });

  it('is found where the page set the folder as a URL', async () => {
    const page = await openPage(LANDING, {
      before: (window) => {
        const partsUrl = new URL('/parts', location.origin);
        Object.assign(window, { vaultlinkConfig: { baseUrl: BASE_URL, partsUrl } });
      },
    });
    await page.addTag({ 'data-base-url': BASE_URL, 'data-parts-url': '' });
    await page.engine().report('complete');
    equal(storedRecord().state, 'confirmed');
  });

  it('loses no outcome: the next page of the tab sends it', async () => {
    const page = await openPage(LANDING, { timers: 'held' });
    await page.addTag({ 'data-base-url': BASE_URL, 'data-parts-url': '/no-parts/' });
    const { state, outcome } = await page.engine().report('screenout');
    deepEqual([state, outcome], ['reporting', 'screenout']);
    page.window.frameElement?.remove();
    const next = await openPage();
    await next.addTag({ 'data-base-url': BASE_URL });
    await until(() => storedRecord().state === 'confirmed');
    match(next.service.urls[0], /screenout/);
  });
});
