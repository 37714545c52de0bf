import { deepEqual, equal } from '../support/assert.ts';
import { closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';
import type { AnyRecord, BuyerPage } from '../support/buyer-page.ts';
import { until } from '../support/until.ts';

/** Makes the first write of such a record throw. */
function failOnce(page: BuyerPage, isMeant: (record: AnyRecord) => boolean) {
  const { writeRecord } = page.engine();
  let hasFailed = false;
  Object.assign(page.engine(), {
    writeRecord: (next: AnyRecord) => {
      if (!hasFailed && isMeant(next)) {
        hasFailed = true;
        throw new Error('A fault that nobody expected');
      }
      writeRecord(next);
    },
  });
}

/** Moments of an error, and how many requests have left once the report was made again. */
const MOMENTS: Record<string, [isMeant: (record: AnyRecord) => boolean, requests: number]> = {
  'before its request leaves': [({ attempts }) => !!attempts, 1],
  'when its answer is stored': [({ state }) => state === 'confirmed', 2],
};

/** Answers of a page's own `fetch`, by what is missing in them. */
const BROKEN: Record<string, object> = {
  'no body to read': { status: 200, type: 'cors', url: '', headers: new Headers() },
  'no headers': { status: 200, type: 'cors', url: '', text: () => Promise.resolve('') },
  'nothing at all': {},
};

describe('a report that meets an error', () => {
  afterEach(closeTab);

  for (const [when, [isMeant, requests]] of Object.entries(MOMENTS))
    it(`${when} has no result, and is confirmed when the page asks again, after ${requests} requests in all`, async () => {
      const page = await openPage(LANDING, {
        timers: 'held',
        before: (window) => (window.console.error = () => undefined),
      });
      const { reportOutcome } = await page.start();
      await page.engine().load('token');
      failOnce(page, isMeant);
      const { state } = await reportOutcome('complete');
      equal(['reporting', 'unknown'].includes(state), true);
      equal(page.service.urls.length, requests - 1);
      const again = reportOutcome('screenout');
      // The mark of a request without a result may be of another tab, which has half a second to tell.
      if (requests > 1)
        (await until(() => page.timers.find(({ delayMs }) => delayMs === 500))).run();
      equal((await again).state, 'confirmed');
      deepEqual([page.service.urls.length, new Set(page.service.urls).size], [requests, 1]);
      deepEqual(page.errors, []);
    });

  for (const [what, answer] of Object.entries(BROKEN))
    it(`in the answer of the page’s own fetch, which has ${what}, is unknown after one request, and is confirmed when the page asks again`, async () => {
      const page = await openPage(LANDING, { timers: 'held' });
      const fetch = page.window.fetch.bind(page.window);
      let asked = 0;
      page.window.fetch = () => {
        asked += 1;
        return Promise.resolve(answer as Response);
      };
      const { reportOutcome } = await page.start();
      equal((await reportOutcome('complete')).state, 'unknown');
      equal(asked, 1);
      page.window.fetch = fetch;
      equal((await reportOutcome('complete')).state, 'confirmed');
      await until(() => storedRecord().state === 'confirmed');
      equal(page.service.urls.length, 1);
      deepEqual(page.errors, []);
    });
});
