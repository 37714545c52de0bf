import { deepEqual, equal } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage } from '../support/buyer-page.ts';

/** A page whose `Promise` is not the browser's own, as zone.js and polyfills leave it: what `async` functions return is none of that class. */
const replacePromise = (window: Window & typeof globalThis) => {
  window.Promise = class extends window.Promise<unknown> {} as typeof Promise;
};

describe('a report on a page that has replaced Promise', () => {
  afterEach(closeTab);

  it('is confirmed by its answer', async () => {
    const page = await openPage(LANDING, { before: replacePromise });
    const { reportOutcome } = await page.start();
    const { state, status } = await reportOutcome('complete');
    deepEqual([state, status], ['confirmed', 200]);
    equal(page.service.urls[0], `${BASE_URL}/api/v3/endlinks/complete?service_endlink_token=abc`);
    deepEqual(page.errors, []);
  });
});
