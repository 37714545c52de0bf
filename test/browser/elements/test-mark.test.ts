import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, LANDING, leavePages, storedRecord, storeRecord } from '../support/buyer-page.ts';
import { FETCHING, openFinish } from '../support/finish-page.ts';
import type { FinishPage } from '../support/finish-page.ts';
import { held, settled, until } from '../support/until.ts';

const TESTED = '<endlink-finish outcome="complete" test="on"></endlink-finish>';

/** Returns how many elements of a page say that this is a test and that nothing was sent. */
const marksOf = ({ document }: FinishPage) =>
  [...document.querySelectorAll('endlink-finish')].filter((element) =>
    element.shadowRoot?.querySelector('[part=test]'),
  ).length;

/** Reports for one token, and then plays a test for another one that lands on the same page. */
async function reportAndTest(first: string) {
  const page = await openFinish(first, { query: LANDING });
  await page.shows('confirmed');
  page.window.history.pushState({}, '', '?service_endlink_token=xyz&seller_id=77');
  equal(page.engine().token(), 'xyz');
  page.document.body.insertAdjacentHTML('beforeend', TESTED);
  await until(() => storedRecord().state === 'confirmed');
  await until(() => marksOf(page) > 0);
  return page;
}

describe('the words "This is a test. Nothing was sent."', () => {
  afterEach(closeTab);

  it('are not shown at a real report when the seller goes back to it from a token that was tested', async () => {
    const page = await reportAndTest(FETCHING);
    equal(page.service.urls.length, 1);
    page.window.history.back();
    await until(() => page.engine().token() === 'abc');
    await until(() => marksOf(page) === 0);
    equal(page.element.state, 'confirmed');
  });

  it('are shown again when the seller goes forward to the token that was tested', async () => {
    const page = await reportAndTest(FETCHING);
    page.window.history.back();
    await until(() => marksOf(page) === 0);
    page.window.history.forward();
    await until(() => page.engine().token() === 'xyz');
    await until(() => marksOf(page) === 2);
    equal(page.service.urls.length, 1);
  });

  it('are not shown when the test begins while the real request is in flight', async () => {
    const answer = held<Response>();
    const page = await openFinish(FETCHING, { replies: [answer.promise] });
    await until(() => page.service.urls.length === 1);
    page.element.setAttribute('test', 'on');
    await page.element.updateComplete;
    equal(marksOf(page), 0);
    answer.give(new Response('{}'));
    await page.shows('confirmed');
    equal(marksOf(page), 0);
  });

  it('are shown once the test answers a report that had no answer, which stays open', async () => {
    storeRecord({ state: 'unknown', outcome: 'complete', attempts: 1, ambiguous: true });
    const page = await openFinish(TESTED, { query: '' });
    await page.shows('confirmed');
    await until(() => marksOf(page) === 1);
    deepEqual(page.service.urls, []);
    leavePages();
    const { state, outcome, attempts } = storedRecord();
    deepEqual([state, outcome, attempts], ['unknown', 'complete', 1]);
  });

  it('are not shown where data-test has a value that is no test', async () => {
    const page = await openFinish(FETCHING.replace('outcome', 'test="false" outcome'));
    await page.shows('confirmed');
    await settled();
    equal(marksOf(page), 0);
    equal(page.service.urls.length, 1);
  });
});

describe('a test of two tokens on one page', () => {
  afterEach(closeTab);

  it('leaves both of them to be reported for real', async () => {
    await reportAndTest(TESTED);
    leavePages();
    const { token, state, outcome, previous } = storedRecord();
    deepEqual([token, state, outcome], ['xyz', 'waiting', undefined]);
    ok(previous, 'The earlier token is kept');
    deepEqual([previous.token, previous.state, previous.outcome], ['abc', 'waiting', undefined]);
  });

  it('keeps the real outcome of the earlier one', async () => {
    await reportAndTest(FETCHING);
    leavePages();
    const { token, state, previous } = storedRecord();
    deepEqual([token, state], ['xyz', 'waiting']);
    deepEqual(
      [previous?.token, previous?.state, previous?.outcome],
      ['abc', 'confirmed', 'complete'],
    );
  });
});
