import { deepEqual, equal } from '../support/assert.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { closeTab, LANDING, openPage, storedRecord } from '../support/buyer-page.ts';
import { networkError, status } from '../support/service.ts';
import { held, until } from '../support/until.ts';

const COMPLETE = 'https://service.example/api/v3/endlinks/complete?service_endlink_token=abc';

describe('a report that is not made by this page', () => {
  afterEach(closeTab);

  it('stands with the answer that another tab had', async () => {
    const first = await openPage(LANDING);
    await (await first.start()).reportOutcome('complete');
    sessionStorage.clear();
    const second = await openPage(LANDING);
    const { state, outcome } = await (await second.start()).reportOutcome('fail');
    deepEqual({ state, outcome }, { state: 'confirmed', outcome: 'complete' });
    deepEqual(second.service.urls, []);
  });

  it('is waited for, and not made again', async () => {
    const first = await openPage(LANDING);
    const answer = held<Response>();
    first.service.replies.push(answer.promise);
    const firstReport = (await first.start()).reportOutcome('complete');
    await until(() => first.service.urls.length);
    sessionStorage.clear();
    const second = await openPage(LANDING);
    const secondReport = (await second.start()).reportOutcome('complete');
    while (!(await navigator.locks.query()).pending?.length);
    answer.give(status(200));
    equal((await secondReport).state, 'confirmed');
    deepEqual(second.service.urls, []);
    await firstReport;
  });

  it('goes on with the outcome that another tab had sent unanswered', async () => {
    const first = await openPage(LANDING, { timers: 'held' });
    first.service.replies.push(networkError());
    await (await first.start()).reportOutcome('complete');
    sessionStorage.clear();
    const second = await openPage(LANDING, { timers: 'held' });
    second.service.replies.push(status(422));
    let state: string | undefined;
    second.service.onRequest = () => ({ state } = storedRecord());
    const { outcome, probablyRecorded } = await (await second.start()).reportOutcome('fail');
    deepEqual({ outcome, probablyRecorded }, { outcome: 'complete', probablyRecorded: true });
    deepEqual(second.service.urls, [COMPLETE]);
    equal(state, 'reporting');
  });

  /** Returns the storage that all tabs share, before another tab's answer has come and after that. */
  async function notesOfAnotherTab() {
    const { service, start } = await openPage(LANDING);
    const answer = held<Response>();
    service.replies.push(answer.promise);
    const report = (await start()).reportOutcome('complete');
    await until(() => service.urls.length);
    const before = Object.fromEntries(Object.entries(localStorage));
    answer.give(status(200));
    await report;
    sessionStorage.clear();
    return { before, after: Object.fromEntries(Object.entries(localStorage)) };
  }

  it('stands with the answer of another tab that is told later than the turn comes', async () => {
    const { before, after } = await notesOfAnotherTab();
    Object.assign(localStorage, before);
    const { service, start, timers } = await openPage(LANDING, { timers: 'held' });
    const report = (await start()).reportOutcome('complete');
    const waits = await until(() => timers.find(({ delayMs }) => delayMs === 500));
    Object.assign(localStorage, after);
    waits.run();
    deepEqual(await report.then(({ state, attempts }) => [state, attempts]), ['confirmed', 1]);
    deepEqual(service.urls, []);
  });

  for (const [when, goOn] of Object.entries({
    'after half a second': ({ timers }: BuyerPage) =>
      timers.find(({ delayMs }) => delayMs === 500)?.run(),
    'at once where the seller leaves the page': ({ document: page }: BuyerPage) =>
      page.dispatchEvent(new Event('visibilitychange')),
    'at once where the page goes into the back/forward cache': ({ window: page }: BuyerPage) =>
      page.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
  })) {
    it(`is made where another tab has died before it could tell, ${when}`, async () => {
      const { before } = await notesOfAnotherTab();
      Object.assign(localStorage, before);
      const page = await openPage(LANDING, { timers: 'held' });
      page.service.replies.push(status(422));
      const report = (await page.start()).reportOutcome('complete');
      await until(() => page.timers.some(({ delayMs }) => delayMs === 500));
      deepEqual(page.service.urls, []);
      goOn(page);
      const { state, attempts, probablyRecorded } = await report;
      deepEqual([state, attempts, probablyRecorded], ['unknown', 2, true]);
      deepEqual(page.service.urls, [COMPLETE]);
    });
  }
});
