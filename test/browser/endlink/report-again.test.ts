import type { BuyerPage } from '../support/buyer-page.ts';
import { deepEqual, equal, match, ok } from '../support/assert.ts';
import { BASE_URL, closeTab, LANDING, leavePages, openPage } from '../support/buyer-page.ts';
import { storedRecord, storeRecord } from '../support/buyer-page.ts';
import { networkError, status } from '../support/service.ts';
import { settled, until } from '../support/until.ts';

const COMPLETE = 'https://service.example/api/v3/endlinks/complete?service_endlink_token=abc';

/** The timers for a next attempt; the others of a page run at once, much later, or after the ten seconds of a request. */
const retries = ({ timers }: BuyerPage) =>
  timers.filter(({ delayMs }) => delayMs >= 1000 && delayMs <= 900_000 && delayMs !== 10_000);

/** Lets the time pass until the next attempt, and its answer come. */
async function passToNext(page: BuyerPage): Promise<void> {
  const [timer] = retries(page);
  ok(timer, 'There is a next attempt');
  page.timers.splice(page.timers.indexOf(timer), 1);
  const { attempts = 0 } = storedRecord();
  timer.run();
  await until(() => (storedRecord().attempts ?? 0) > attempts && storedRecord().result);
  await settled();
}

/** A page whose first attempt had these answers. */
async function open(...replies: (Response | Error)[]) {
  const page = await openPage(LANDING, { timers: 'held' });
  page.service.replies.push(...replies);
  const { reportOutcome } = await page.start();
  await reportOutcome('complete');
  return { page, reportOutcome };
}

describe('an unknown report', () => {
  afterEach(closeTab);

  it('is made again, ever later, until it is confirmed', async () => {
    const { page } = await open(networkError(), status(500), status(408));
    const delaysMs: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      delaysMs.push(retries(page)[0]?.delayMs ?? 0);
      equal(retries(page).length, 1);
      await passToNext(page);
    }
    for (const [index, delayMs] of delaysMs.entries()) {
      const mostMs = 2000 * 2 ** index;
      ok(delayMs >= mostMs / 2 && delayMs <= mostMs, `${delayMs} ms before attempt ${index + 2}`);
    }
    deepEqual(page.service.urls, [COMPLETE, COMPLETE, COMPLETE, COMPLETE]);
    const { state, attempts, ambiguous } = storedRecord();
    deepEqual({ state, attempts, ambiguous }, { state: 'confirmed', attempts: 4, ambiguous: true });
    deepEqual(retries(page), []);
  });

  it('that is then refused was most likely recorded, and is left at that', async () => {
    const { page, reportOutcome } = await open(status(502), status(422));
    await passToNext(page);
    const { state, probablyRecorded } = storedRecord();
    deepEqual({ state, probablyRecorded }, { state: 'unknown', probablyRecorded: true });
    deepEqual(retries(page), []);
    await reportOutcome('complete');
    equal(page.service.urls.length, 2);
  });

  it('that the service put off for a time is made then, and may be refused', async () => {
    const { page } = await open(status(429, { 'retry-after': '30' }), status(410));
    equal(retries(page)[0]?.delayMs, 30_000);
    await passToNext(page);
    equal(storedRecord().state, 'rejected');
  });

  it('is made for as long as the page is there, and at once when the network returns', async () => {
    const { page } = await open(...Array.from({ length: 21 }, networkError));
    for (let attempt = 2; attempt <= 20; attempt += 1) await passToNext(page);
    equal(storedRecord().attempts, 20);
    const [waiting] = retries(page);
    page.window.dispatchEvent(new Event('online'));
    await until(() => storedRecord().attempts === 21 && retries(page).length);
    ok(waiting && !retries(page).includes(waiting), 'The attempt that waited is gone');
  });

  it('is made at once when asked for, in place of the attempt that waits', async () => {
    const { page, reportOutcome } = await open(status(500), status(500));
    const [first] = retries(page);
    await reportOutcome('complete');
    equal(page.service.urls.length, 2);
    deepEqual(retries(page).length, 1);
    ok(first && !retries(page).includes(first), 'The attempt that waited is gone');
  });

  it('is told as it changes, and not as it repeats', async () => {
    const { page } = await open(status(500), status(500), status(204));
    await passToNext(page);
    await passToNext(page);
    const told = page.events.map(({ type }) => type).filter((type) => /known|confirmed/.test(type));
    deepEqual(told, ['endlink-unknown', 'endlink-confirmed']);
  });

  it('that did not leave for want of a network leaves nothing ambiguous', async () => {
    let isOnline = false;
    const page = await openPage(LANDING, {
      timers: 'held',
      before: ({ navigator: own }) => {
        Object.defineProperty(own, 'onLine', { get: () => isOnline });
      },
    });
    page.service.replies.push(networkError(), status(404));
    const { state, ambiguous } = await (await page.start()).reportOutcome('complete');
    deepEqual({ state, ambiguous }, { state: 'unknown', ambiguous: false });
    isOnline = true;
    page.window.dispatchEvent(new Event('online'));
    await until(() => storedRecord().state === 'rejected');
  });

  it('waits while its address is not usable, shows so, and is made once the address is right', async () => {
    const page = await openPage(LANDING, { timers: 'held' });
    const { reportOutcome } = await page.start({ baseUrl: 'http://service.example' });
    const { state, ambiguous } = await reportOutcome('complete');
    deepEqual({ state, ambiguous }, { state: 'unknown', ambiguous: false });
    match(await until(() => page.warnings[0]), /must be an absolute https address/);
    deepEqual(page.service.urls, []);
    page.engine().options.baseUrl = BASE_URL;
    page.window.dispatchEvent(new Event('online'));
    await until(() => storedRecord().state === 'confirmed');
  });
});

describe('the next page of the tab', () => {
  afterEach(closeTab);

  it('goes on with a report that is not at its end, by itself', async () => {
    await open(networkError());
    leavePages();
    const next = await openPage('', { timers: 'held' });
    await next.start();
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(next.service.urls, [COMPLETE]);
    equal(storedRecord().attempts, 2);
  });

  it('goes on with an outcome that was locked, though nothing was sent', async () => {
    storeRecord({ outcome: 'complete', state: 'reporting' });
    const { service, start } = await openPage();
    await start();
    await until(() => storedRecord().state === 'confirmed');
    deepEqual(service.urls, [COMPLETE]);
  });

  it('relays what was to be relayed, and does not redirect a second time', async () => {
    for (const [via, url] of [
      ['relay', '/vault/endlinks/complete'],
      ['redirect', COMPLETE],
    ] as const) {
      storeRecord({ outcome: 'complete', state: 'unknown', via, attempts: 1, ambiguous: true });
      const { service, start } = await openPage('', { timers: 'held' });
      await start();
      await until(() => storedRecord().state === 'confirmed');
      deepEqual(service.urls, [url]);
      closeTab();
    }
  });

  it('leaves alone what has come to its end', async () => {
    for (const end of [
      { state: 'confirmed' },
      { state: 'rejected' },
      { state: 'unknown', probablyRecorded: true },
    ] as const) {
      storeRecord({ outcome: 'complete', ...end });
      const kept = storedRecord();
      const { engine, service, start } = await openPage();
      await start();
      await engine().load('token');
      await settled();
      deepEqual(service.urls, []);
      equal(storedRecord().state, kept.state);
      leavePages();
    }
  });

  it('leaves a token alone that waits for its outcome', async () => {
    storeRecord({});
    const { engine, service, start } = await openPage();
    await start();
    await engine().load('token');
    await settled();
    deepEqual(service.urls, []);
    equal(storedRecord().state, 'waiting');
  });

  it('goes on as well where it is an earlier one, out of the back/forward cache', async () => {
    const { page } = await open(status(500));
    page.window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => storedRecord().state === 'confirmed');
    equal(page.service.urls.length, 2);
  });
});
