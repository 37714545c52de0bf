import type { BuyerPage } from '../support/buyer-page.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, openPage, storedRecord } from '../support/buyer-page.ts';
import { networkError, status } from '../support/service.ts';
import { settled, until } from '../support/until.ts';

const urlOf = (outcome: string, token: string) =>
  `https://service.example/api/v3/endlinks/${outcome}?service_endlink_token=${token}`;

/** The timers for a next attempt; the others of a page run at once, much later, or after the ten seconds of a request. */
const retries = ({ timers }: BuyerPage) =>
  timers.filter(({ delayMs }) => delayMs >= 1000 && delayMs <= 900_000 && delayMs !== 10_000);

/** Lets a token land within the document, as in a single-page application. */
function land(page: BuyerPage, token: string): void {
  page.window.history.pushState(null, '', `?service_endlink_token=${token}`);
  page.engine().readAddress();
}

/** A single-page application where token `a` is `unknown`, and token `b` has landed since. */
async function open(firstReply: Response | Error) {
  const page = await openPage('?service_endlink_token=a', { timers: 'held' });
  page.service.replies.push(firstReply);
  const { reportOutcome } = await page.start();
  equal((await reportOutcome('complete')).state, 'unknown');
  land(page, 'b');
  await settled();
  return { page, reportOutcome };
}

const stateOf = (token: string) => {
  let record: ReturnType<typeof storedRecord> | undefined = storedRecord();
  while (record && record.token !== token) record = record.previous;
  return record?.state;
};

describe('two tokens on one page', () => {
  afterEach(closeTab);

  it('are both brought to their end: the first is tried again after the second has landed', async () => {
    const { page } = await open(status(503));
    page.service.replies.push(status(503), status(200));
    for (let attempt = 2; attempt <= 3; attempt += 1) {
      await until(() => retries(page).length);
      const [timer] = retries(page);
      ok(timer, 'There is a next attempt');
      page.timers.splice(page.timers.indexOf(timer), 1);
      timer.run();
      await until(() => page.service.urls.length >= attempt);
      await settled();
    }
    await until(() => stateOf('a') === 'confirmed');
    equal(stateOf('b'), 'waiting');
    deepEqual(page.service.urls, Array(3).fill(urlOf('complete', 'a')));
    deepEqual(retries(page), []);
  });

  it('are both tried at once when the network returns', async () => {
    const { page, reportOutcome } = await open(networkError());
    page.service.replies.push(networkError());
    equal((await reportOutcome('screenout')).outcome, 'screenout');
    page.window.dispatchEvent(new Event('online'));
    await until(() => stateOf('a') === 'confirmed' && stateOf('b') === 'confirmed');
    await settled();
    const last = page.service.urls.slice(-2).sort();
    deepEqual(last, [urlOf('complete', 'a'), urlOf('screenout', 'b')]);
  });

  it('do not wait for each other: the second is reported while the first is in flight', async () => {
    const { page, reportOutcome } = await open(status(503));
    let answerFirst: (response: Response) => void = () => undefined;
    page.service.replies.push(
      new Promise<Response>((resolve) => (answerFirst = resolve)),
      status(200),
    );
    page.window.dispatchEvent(new Event('online'));
    await until(() => page.service.urls.length === 2);
    equal((await reportOutcome('fail')).state, 'confirmed');
    answerFirst(status(200));
    await until(() => stateOf('a') === 'confirmed');
    equal(page.service.urls.length, 3);
  });

  it('never have their outcomes exchanged, however often each lands', async () => {
    const { page, reportOutcome } = await open(status(503));
    await reportOutcome('screenout');
    land(page, 'a');
    land(page, 'b');
    land(page, 'a');
    equal((await reportOutcome('screenout')).outcome, 'complete');
    await until(() => stateOf('a') === 'confirmed');
    const reported = new Set(page.service.urls);
    deepEqual([...reported].sort(), [urlOf('complete', 'a'), urlOf('screenout', 'b')]);
  });

  it('are both sent when the page is left, where neither has been', async () => {
    const page = await openPage('?service_endlink_token=a', { timers: 'held' });
    const { reportOutcome } = await page.start();
    await page.engine().load('token');
    await settled();
    // Nothing leaves before the address of the service is known.
    const { baseUrl } = page.engine().options;
    page.engine().options.baseUrl = '';
    await reportOutcome('complete');
    land(page, 'b');
    await settled();
    await reportOutcome('fail');
    deepEqual(page.service.urls, []);
    page.engine().options.baseUrl = baseUrl;
    page.window.dispatchEvent(new PageTransitionEvent('pagehide'));
    deepEqual(page.service.urls.toSorted(), [urlOf('complete', 'a'), urlOf('fail', 'b')]);
  });
});
