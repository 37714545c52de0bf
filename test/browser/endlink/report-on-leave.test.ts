import type { EndlinkOptions } from '../../../src/browser/endlink/options.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, openPage, storedMarks } from '../support/buyer-page.ts';
import { storedRecord } from '../support/buyer-page.ts';
import type { AnyRecord, OpenOptions } from '../support/buyer-page.ts';
import { networkError, status } from '../support/service.ts';
import { held, settled, until } from '../support/until.ts';

const COMPLETE = `${BASE_URL}/api/v3/endlinks/complete?service_endlink_token=abc`;

/** A page whose part for tokens has started, while another tab holds the lock of its token. */
async function open(options: EndlinkOptions = {}, how: OpenOptions = {}) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('abc'));
  const otherTab = held();
  const isLocked = held();
  const lock = navigator.locks.request(`vaultlink:${new Uint8Array(hash).toString()}`, () => {
    isLocked.give();
    return otherTab.promise;
  });
  await isLocked.promise;
  const page = await openPage(LANDING, how);
  const { reportOutcome } = await page.start(options);
  await page.engine().load('token');
  await settled();
  const leave = () => page.window.dispatchEvent(new PageTransitionEvent('pagehide'));
  const end = async () => {
    otherTab.give();
    await lock;
  };
  return { ...page, end, leave, reportOutcome };
}

describe('a page that is left', () => {
  afterEach(closeTab);

  it('sends an outcome that is locked and not sent, without waiting for the lock, and writes the mark first', async () => {
    const { end, leave, reportOutcome, service } = await open();
    let atRequest: Partial<AnyRecord>[] = [];
    service.onRequest = () => (atRequest = [storedRecord(), ...storedMarks()]);
    void reportOutcome('complete');
    leave();
    deepEqual(service.urls, [COMPLETE]);
    equal(service.requests[0]?.init.keepalive, true);
    deepEqual(
      atRequest.map(({ outcome, attempts, ambiguous }) => [outcome, attempts, ambiguous]),
      [
        ['complete', 1, true],
        ['complete', 1, true],
      ],
    );
    await end();
  });

  it('sends what is reported after that, by a listener that the page has added later', async () => {
    const { end, leave, reportOutcome, service } = await open();
    leave();
    void reportOutcome('complete');
    deepEqual(service.urls, [COMPLETE]);
    await end();
  });

  it('waits for its turn again once it is restored', async () => {
    const { end, leave, reportOutcome, service, window } = await open();
    leave();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    void reportOutcome('complete');
    deepEqual(service.urls, []);
    await end();
  });

  it('sends it where the browser has no locks and no hash, as over plain http', async () => {
    const page = await openPage(LANDING, {
      before: (window) => {
        Object.defineProperty(window, 'crypto', { value: {} });
      },
    });
    const { reportOutcome } = await page.start();
    await page.engine().load('token');
    await settled();
    void reportOutcome('complete');
    page.window.dispatchEvent(new PageTransitionEvent('pagehide'));
    ok(page.service.urls.length, 'The request has left');
  });

  it('sends nothing twice that is on its way', async () => {
    const page = await openPage(LANDING);
    const answer = held<Response>();
    page.service.replies.push(answer.promise);
    const report = (await page.start()).reportOutcome('complete');
    await until(() => page.service.urls.length);
    page.window.dispatchEvent(new PageTransitionEvent('pagehide'));
    equal(page.service.urls.length, 1);
    answer.give(new Response('{}'));
    await report;
  });

  for (const [state, reply] of [
    ['confirmed', status(200)],
    ['unknown', networkError()],
    ['reporting', held<Response>().promise],
  ] as const) {
    it(`sends the outcome of a token that landed later in the page, after one whose report is ${state}`, async () => {
      const page = await openPage(LANDING, { timers: 'held', replies: [reply] });
      const { reportOutcome } = await page.start();
      void reportOutcome('complete');
      await until(() => page.service.urls.length && storedRecord().state === state);
      page.window.history.pushState(null, '', '?service_endlink_token=second');
      page.document.body.append('The next survey.');
      await until(() => storedRecord().token === 'second');
      await settled();
      void reportOutcome('fail');
      page.window.dispatchEvent(new PageTransitionEvent('pagehide'));
      deepEqual(page.service.urls, [
        COMPLETE,
        `${BASE_URL}/api/v3/endlinks/fail?service_endlink_token=second`,
      ]);
      const marks = storedMarks().map(({ outcome, state }) => `${outcome} ${state}`);
      deepEqual(marks.sort(), [`complete ${state}`, 'fail reporting']);
    });
  }

  it('sends nothing where no outcome is locked', async () => {
    const { end, leave, service } = await open();
    leave();
    deepEqual(service.urls, []);
    await end();
  });

  it('sends nothing in a dry run or to an address that is none', async () => {
    for (const options of [{ test: 'on' }, { baseUrl: '/vault' }]) {
      const { end, leave, reportOutcome, service } = await open(options);
      void reportOutcome('complete');
      leave();
      deepEqual(service.urls, [], JSON.stringify(options));
      await end();
      closeTab();
    }
  });

  it('hands an outcome over to the relay that is locked and not sent', async () => {
    const { end, leave, reportOutcome, service } = await open({ via: 'relay', baseUrl: '' });
    void reportOutcome('complete');
    leave();
    deepEqual(service.urls, ['/vault/endlinks/complete']);
    const { method, keepalive, body } = service.requests[0]?.init ?? {};
    deepEqual([method, keepalive, body], ['POST', true, '{"token":"abc"}']);
    deepEqual(
      storedMarks().map(({ attempts, ambiguous, ambiguousDirect }) => [
        ...[attempts, ambiguous, ambiguousDirect],
      ]),
      [[1, true, false]],
    );
    await end();
  });

  it('sends nothing that nobody has seen', async () => {
    const before = ({ document: hidden }: Window) =>
      void Object.defineProperty(hidden, 'hidden', { get: () => true });
    const { end, leave, reportOutcome, service } = await open({}, { before });
    void reportOutcome('complete');
    leave();
    deepEqual(service.urls, []);
    await end();
  });
});
