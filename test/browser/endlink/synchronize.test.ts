import type { Reply } from '../support/service.ts';
import { deepEqual, equal } from '../support/assert.ts';
import { closeTab, openPage, storeRecord } from '../support/buyer-page.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { networkError, status } from '../support/service.ts';
import { settled, until } from '../support/until.ts';

/** A page on which a token waits, and what a later page of the tab got when it reported screenout. */
async function left(reply: Reply): Promise<BuyerPage> {
  storeRecord({});
  const page = await openPage();
  await page.start();
  await page.engine().load('token');
  const later = await openPage('', { timers: 'held', replies: [reply] });
  await (await later.start()).reportOutcome('screenout');
  return page;
}

/** Shows the page again, as Firefox does: with the session's storage as the page left it. */
function show({ window }: BuyerPage): void {
  storeRecord({});
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
}

describe('a page out of the back/forward cache that does not see what the tab stored since', () => {
  afterEach(closeTab);

  it('shows what became of its token, and sends nothing', async () => {
    const page = await left(status(200));
    show(page);
    await until(() => page.engine().state().state === 'confirmed');
    equal(page.engine().state().outcome, 'screenout');
    await until(() => page.events.some(({ type }) => type === 'endlink-confirmed'));
    equal((await page.engine().report('complete')).outcome, 'screenout');
    deepEqual(page.service.urls, []);
  });

  it('goes on with a report that is not at its end, and takes a refusal for no rejection', async () => {
    const page = await left(networkError());
    page.service.replies.push(status(422));
    show(page);
    await until(() => page.engine().state().probablyRecorded);
    equal(page.engine().state().state, 'unknown');
    deepEqual(page.service.urls, [
      'https://service.example/api/v3/endlinks/screenout?service_endlink_token=abc',
    ]);
  });

  it('goes on waiting where nothing was reported', async () => {
    storeRecord({});
    const page = await openPage();
    await page.start();
    await page.engine().load('token');
    show(page);
    await settled();
    equal(page.engine().state().state, 'waiting');
    deepEqual(page.events, []);
  });
});
