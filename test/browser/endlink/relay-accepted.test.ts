import { deepEqual, equal, ok } from '../support/assert.ts';
import {
  closeTab,
  LANDING,
  openPage,
  storedMarks,
  storedRecord,
  storeRecord,
  typesOf,
} from '../support/buyer-page.ts';
import type { BuyerPage, OpenOptions } from '../support/buyer-page.ts';
import { networkError, ofType } from '../support/service.ts';
import type { Reply } from '../support/service.ts';
import { settled, until } from '../support/until.ts';

const MINUTE_MS = 60_000;

/** An answer of a relay, as the own origin gives it. */
const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
  ofType('basic', Response.json(body, { status, headers }));
const accepted = (seconds = 30) =>
  answer(202, { result: 'accepted' }, { 'Retry-After': String(seconds) });
const confirmed = () => answer(200, { result: 'confirmed' });

/** A page whose report by relay has this answer first. */
async function open(first: Reply = accepted(), options: OpenOptions = {}) {
  const page = await openPage(LANDING, { timers: 'held', replies: [first], ...options });
  const { reportOutcome } = await page.start({ baseUrl: undefined, via: 'relay' });
  return { ...page, reportOutcome, told: await reportOutcome('complete') };
}

/** The timer after which the page asks again. Those of single requests end with them. */
const questionOf = ({ timers }: BuyerPage) =>
  until(() => timers.find(({ delayMs }) => delayMs === 30_000));

/** Lets the page ask, with this answer, and waits until it has read it. */
async function ask(page: BuyerPage, reply: Reply) {
  page.service.replies.push(reply);
  const timer = await questionOf(page);
  page.timers.splice(page.timers.indexOf(timer), 1);
  const { attempts } = storedRecord();
  timer.run();
  await until(() => storedRecord().attempts !== attempts && storedRecord().result);
  await settled();
}

describe('an outcome that the buyer’s server has accepted', () => {
  afterEach(closeTab);

  it('is asked for with the same call when Retry-After has passed, until it is confirmed', async () => {
    const page = await open();
    equal(page.told.state, 'accepted');
    await ask(page, accepted());
    equal(page.engine().state().state, 'accepted');
    await ask(page, confirmed());
    equal(page.engine().state().state, 'confirmed');
    deepEqual(page.service.urls, Array(3).fill('/vault/endlinks/complete'));
    deepEqual(typesOf(page), ['endlink-accepted', 'endlink-confirmed']);
    ok(!page.timers.some(({ delayMs }) => delayMs === 30_000), 'It asks no more');
  });

  for (const [status, body, state, probablyRecorded] of [
    [409, { error: 'outcome_rejected' }, 'rejected', false],
    [409, { error: 'outcome_locked' }, 'rejected', false],
    [200, { result: 'unknown' }, 'unknown', true],
  ] as const)
    it(`becomes ${state} where the answer is ${status} with ${JSON.stringify(body)}, and is asked for no more`, async () => {
      const page = await open();
      await ask(page, answer(status, body));
      const record = storedRecord();
      deepEqual([record.state, record.probablyRecorded], [state, probablyRecorded]);
      deepEqual(typesOf(page), ['endlink-accepted', `endlink-${state}`]);
      await page.engine().report('complete');
      equal(page.service.urls.length, 2);
    });

  for (const [name, reply] of [
    ['there is none', networkError()],
    ['the backend is busy', answer(429, { error: 'rate_limited' }, { 'Retry-After': '30' })],
    ['the store is away', answer(503, { error: 'store_unavailable' }, { 'Retry-After': '30' })],
    [
      'something else answers',
      new Response('<h1>Survey</h1>', { headers: { 'Retry-After': '30' } }),
    ],
  ] as const)
    it(`stays accepted where the answer to a question is that ${name}, and leaves the console empty`, async () => {
      const page = await open();
      await ask(page, reply);
      const { state, status } = page.engine().state();
      deepEqual([state, status], ['accepted', 202]);
      deepEqual(typesOf(page), ['endlink-accepted']);
      deepEqual(page.warnings, []);
      ok(page.timers.length, 'It asks again');
    });

  it('is asked for by a later page of the tab, whatever way that page has for its reports', async () => {
    await open();
    const next = await openPage('', { timers: 'held', replies: [confirmed()] });
    await next.start({ via: 'fetch' });
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(next.service.urls, ['/vault/endlinks/complete']);
  });

  it('is not sent in another way, even where a page asks for that', async () => {
    const page = await open();
    await page.reportOutcome('complete', { via: 'redirect' });
    await page.reportOutcome('complete', { via: 'fetch' });
    equal(page.engine().state().state, 'accepted');
    equal(page.service.urls.length, 1);
  });

  it('is accepted in another tab of the browser, which asks for it too', async () => {
    await open();
    sessionStorage.clear();
    const other = await openPage(LANDING, { timers: 'held' });
    const { reportOutcome } = await other.start({ via: 'fetch' });
    equal((await reportOutcome('complete')).state, 'accepted');
    deepEqual(other.service.urls, []);
    const timer = await until(() =>
      other.timers.find(({ delayMs }) => delayMs >= 1000 && delayMs <= 2000),
    );
    timer.run();
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(other.service.urls, ['/vault/endlinks/complete']);
    deepEqual(
      storedMarks().map(({ state }) => state),
      ['confirmed'],
    );
  });

  for (const [minutes, isAsked] of [
    [69, true],
    [71, false],
  ] as const)
    it(`is ${isAsked ? 'asked for' : 'left alone'} ${minutes} minutes after the landing`, async () => {
      const capturedAtMs = Date.now() - minutes * MINUTE_MS;
      storeRecord({ capturedAtMs, outcome: 'complete', state: 'accepted', attempts: 1 });
      const page = await openPage('', { timers: 'held' });
      await page.start({ via: 'relay' });
      await page.engine().load('token');
      await settled();
      deepEqual(page.service.urls, isAsked ? ['/vault/endlinks/complete'] : []);
      equal(storedRecord().state, isAsked ? 'confirmed' : 'accepted');
    });

  it('is left alone by a page that is left, and by a dry run', async () => {
    const page = await open();
    page.window.dispatchEvent(new PageTransitionEvent('pagehide'));
    equal(page.service.urls.length, 1);
    const test = await openPage('', { timers: 'held' });
    await test.start({ via: 'relay', test: 'on' });
    await test.engine().load('token');
    await settled();
    test.window.dispatchEvent(new PageTransitionEvent('pagehide'));
    deepEqual(test.service.urls, []);
    equal(storedRecord().state, 'accepted');
  });

  it('is most likely recorded where its refusal follows an unanswered request to the service itself', async () => {
    storeRecord({
      ...{ outcome: 'complete', state: 'accepted', attempts: 2 },
      ...{ ambiguous: true, ambiguousDirect: true },
    });
    const page = await openPage('', {
      timers: 'held',
      replies: [answer(409, { error: 'outcome_rejected' })],
    });
    await page.start({ via: 'relay' });
    await until(() => storedRecord().state !== 'accepted');
    deepEqual([storedRecord().state, storedRecord().probablyRecorded], ['unknown', true]);
  });
});

describe('a report by relay of which another outcome was taken before', () => {
  afterEach(closeTab);

  it('is rejected, and the console names the outcome that is never sent', async () => {
    const page = await open(answer(409, { error: 'outcome_locked', error_description: 'No.' }));
    equal(page.told.state, 'rejected');
    const sentence = await until(() => page.warnings[0]);
    ok(sentence.includes('Another outcome of this token was taken before'), sentence);
    ok(sentence.includes('"complete" is never sent'), sentence);
    equal(page.warnings.length, 1);
  });
});

describe('the age of a token', () => {
  afterEach(closeTab);

  // The clock of the page stands still.
  const nowMs = Date.now();
  const before = (window: Window & typeof globalThis) => {
    window.Date.now = () => nowMs;
  };
  const bodiesOf = ({ service }: BuyerPage) =>
    service.requests.map(({ init }) => JSON.parse(init.body as string) as Record<string, unknown>);

  for (const [agoMs, seconds] of [
    [12_900, 12],
    [-MINUTE_MS, 0],
  ] as const)
    it(`is ${seconds} seconds in the request where the seller landed ${agoMs} milliseconds ago`, async () => {
      storeRecord({ capturedAtMs: nowMs - agoMs });
      const page = await openPage('', { timers: 'held', before });
      const { reportOutcome } = await page.start({ baseUrl: undefined, via: 'relay' });
      await reportOutcome('complete');
      deepEqual(bodiesOf(page), [{ token: 'abc', age_seconds: seconds }]);
    });

  it('is left out at once, and from then on, where a backend refuses it', async () => {
    const page = await openPage(LANDING, {
      ...{ timers: 'held', before },
      replies: [answer(400, { error: 'invalid_request' }), networkError()],
    });
    const { reportOutcome } = await page.start({ baseUrl: undefined, via: 'relay' });
    const { state, attempts } = await reportOutcome('complete');
    deepEqual([state, attempts], ['unknown', 1]);
    const retried = await reportOutcome('complete');
    deepEqual([retried.state, retried.attempts], ['confirmed', 2]);
    deepEqual(bodiesOf(page), [
      { token: 'abc', age_seconds: 0 },
      { token: 'abc' },
      { token: 'abc' },
    ]);
  });

  it('is sent once, where the backend refuses the request without it as well', async () => {
    const refused = () => answer(400, { error: 'invalid_request' });
    const page = await openPage(LANDING, { timers: 'held', replies: [refused(), refused()] });
    const { reportOutcome } = await page.start({ baseUrl: undefined, via: 'relay' });
    equal((await reportOutcome('complete')).state, 'unknown');
    equal(page.service.urls.length, 2);
  });
});
