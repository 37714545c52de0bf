import type { EndlinkState } from '../../../src/browser/endlink/state.ts';
import { deepEqual, equal, match, ok } from '../support/assert.ts';
import {
  closeTab,
  LANDING,
  leavePages,
  openPage,
  storedRecord,
  storeRecord,
} from '../support/buyer-page.ts';
import { networkError, status } from '../support/service.ts';
import { held, settled, until } from '../support/until.ts';

const COMPLETE = 'https://service.example/api/v3/endlinks/complete?service_endlink_token=abc';

describe('a report', () => {
  afterEach(closeTab);

  it('that is answered with 2xx is confirmed, once, and told on the document', async () => {
    const { document: page, events, service, start } = await openPage(LANDING);
    const { reportOutcome } = await start();
    const state = await reportOutcome('complete');
    const { capturedAtMs, ...rest } = state;
    deepEqual(rest, {
      ...{ sellerId: '42', outcome: 'complete', state: 'confirmed', result: 'confirmed' },
      ...{ attempts: 1, probablyRecorded: false, misconfigured: false },
      ...{ ambiguous: false, ambiguousDirect: false },
      ...{ status: 200, body: '{"message":"ok"}' },
    });
    ok(capturedAtMs, 'The time of the landing is known');
    deepEqual(service.urls, [COMPLETE]);
    deepEqual(
      events.map(({ type }) => type),
      ['endlink-confirmed'],
    );
    const told = events.find(({ type }) => type === 'endlink-confirmed');
    deepEqual(told?.detail, state);
    equal(told?.target, page);
    equal(storedRecord().state, 'confirmed');
  });

  it('that is refused is rejected, and is not made again', async () => {
    const { events, service, start, timers } = await openPage(LANDING, { timers: 'held' });
    const { reportOutcome } = await start();
    service.replies.push(status(422));
    const { state, body, status: code } = await reportOutcome('complete');
    deepEqual({ state, body, code }, { state: 'rejected', body: '{"status":422}', code: 422 });
    equal((await reportOutcome('complete')).state, 'rejected');
    deepEqual(
      events.map(({ type }) => type),
      ['endlink-rejected'],
    );
    equal(service.urls.length, 1);
    deepEqual(
      timers.filter(({ delayMs }) => delayMs >= 1000 && delayMs <= 60_000),
      [],
    );
  });

  it('that has no readable answer is unknown', async () => {
    const { events, service, start } = await openPage(LANDING, { timers: 'held' });
    const { reportOutcome } = await start();
    service.replies.push(networkError());
    const { state, ambiguous, status: code } = await reportOutcome('complete');
    deepEqual({ state, ambiguous, code }, { state: 'unknown', ambiguous: true, code: 0 });
    deepEqual(
      events.map(({ type }) => type),
      ['endlink-unknown'],
    );
  });

  it('is on record as an attempt before it leaves, in this tab and for the others', async () => {
    const { service, start } = await openPage(LANDING);
    const { reportOutcome } = await start();
    let seen: unknown;
    service.onRequest = () => {
      const [mark] = Object.values(localStorage) as string[];
      seen = [storedRecord(), JSON.parse(mark ?? '{}')].map((one: EndlinkState) => ({
        ...{ state: one.state, outcome: one.outcome },
        ...{ attempts: one.attempts, ambiguous: one.ambiguous },
      }));
    };
    await reportOutcome('fail');
    const attempted = { state: 'reporting', outcome: 'fail', attempts: 1, ambiguous: true };
    deepEqual(seen, [attempted, attempted]);
  });

  it('leaves in the mark nothing of an answer, which may repeat the token', async () => {
    const { service, start } = await openPage(LANDING);
    const { reportOutcome } = await start();
    service.replies.push(new Response('GET ?service_endlink_token=abc', { status: 422 }));
    equal((await reportOutcome('complete')).body, 'GET ?service_endlink_token=…');
    const [mark = ''] = Object.values(localStorage) as string[];
    match(mark, /"status":422/);
    ok(!mark.includes('abc'), mark);
  });

  it('never gives the token away in an event, a state or a mark', async () => {
    const { events, service, start } = await openPage('?service_endlink_token=secret-token');
    const { reportOutcome } = await start();
    service.replies.push(status(500));
    const state = await reportOutcome('complete');
    await reportOutcome('complete');
    ok(events.length > 0, 'Events were dispatched');
    const told = JSON.stringify([state, events.map(({ detail }) => detail), localStorage]);
    ok(!told.includes('secret-token'), 'The token is not told');
  });

  it('is made once, however often it is asked for at the same time', async () => {
    const { events, service, start } = await openPage(LANDING);
    const { reportOutcome } = await start();
    const states = await Promise.all([1, 2, 3].map(() => reportOutcome('complete')));
    deepEqual(
      states.map(({ state }) => state),
      ['confirmed', 'confirmed', 'confirmed'],
    );
    await reportOutcome('complete');
    equal(service.urls.length, 1);
    deepEqual(
      events.map(({ type }) => type),
      ['endlink-confirmed'],
    );
  });

  it('is never of another outcome than the first, and says so', async () => {
    const { service, start, warnings } = await openPage(LANDING, { timers: 'held' });
    const { reportOutcome } = await start();
    service.replies.push(status(503));
    const states = await Promise.all([reportOutcome('complete'), reportOutcome('fail')]);
    await reportOutcome('screenout');
    deepEqual(
      states.map(({ outcome }) => outcome),
      ['complete', 'complete'],
    );
    deepEqual(service.urls, [COMPLETE, COMPLETE]);
    await until(() => warnings.length === 2);
    for (const later of ['fail', 'screenout']) {
      const sentence = `The outcome is "complete" and stays so: "${later}" came later.`;
      ok(warnings.includes(`[vaultlink] ${sentence}`), later);
    }
  });

  it('is not made of what is no outcome, which stays open for one that is', async () => {
    const { service, start, warnings } = await openPage(LANDING);
    const { reportOutcome } = await start();
    for (const word of ['completed', '', undefined, null, 1, '__proto__']) {
      equal((await reportOutcome(word as 'complete')).state, 'waiting', String(word));
    }
    await until(() => warnings.length);
    match(warnings[0], /no outcome "completed"/);
    deepEqual(service.urls, []);
    equal((await reportOutcome('complete')).state, 'confirmed');
    deepEqual(service.urls, [COMPLETE]);
  });

  it('stays with the relay that it was locked for, on pages that do not name it too', async () => {
    const first = await openPage(LANDING, { timers: 'held' });
    first.service.replies.push(networkError());
    await (await first.start({ via: 'relay' })).reportOutcome('complete');
    leavePages();
    const { service, start } = await openPage('', { timers: 'held' });
    service.replies.push(new Response('{"result":"confirmed"}'));
    await start();
    await until(() => storedRecord().state === 'confirmed');
    deepEqual([...first.service.urls, ...service.urls], Array(2).fill('/vault/endlinks/complete'));
  });

  it('that misses the token is told, and explained', async () => {
    const { events, service, start, warnings } = await openPage();
    const { reportOutcome } = await start();
    deepEqual(await reportOutcome('complete'), { state: 'missing' });
    await until(() => warnings.length);
    deepEqual(
      events.map(({ type }) => type),
      ['endlink-missing'],
    );
    deepEqual(service.urls, []);
  });

  it('waits until the page has been seen', async () => {
    let isHidden = true;
    const {
      document: page,
      service,
      start,
    } = await openPage(LANDING, {
      before: ({ document: hidden }) => {
        Object.defineProperty(hidden, 'hidden', { get: () => isHidden });
      },
    });
    const { reportOutcome } = await start();
    const report = reportOutcome('complete');
    await settled();
    deepEqual(service.urls, []);
    equal(storedRecord().outcome, 'complete');
    isHidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    equal((await report).state, 'confirmed');
  });

  it('changes nothing of a token that landed while it was under way', async () => {
    const { service, start, events } = await openPage(LANDING);
    const { reportOutcome } = await start();
    const answer = held<Response>();
    service.replies.push(answer.promise);
    const report = reportOutcome('complete');
    await until(() => service.urls.length);
    storeRecord({ token: 'second' });
    answer.give(status(200));
    const { state, outcome } = await report;
    deepEqual({ state, outcome }, { state: 'waiting' });
    equal(storedRecord().token, 'second');
    ok(
      !events.map(({ type }) => type).includes('endlink-confirmed'),
      'The second token is not confirmed',
    );
  });
});
