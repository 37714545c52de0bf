import { deepEqual, equal, ok } from '../support/assert.ts';
import { closeTab, openPage, storedRecord, storeRecord } from '../support/buyer-page.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { until } from '../support/until.ts';

const MINUTE_MS = 60_000;

/** A page on which a token waits that landed so long ago. */
async function open(ageMs: number): Promise<BuyerPage> {
  storeRecord({ capturedAtMs: Date.now() - ageMs });
  const page = await openPage('', { timers: 'held' });
  await page.start();
  await page.engine().load('token');
  return page;
}

/** Lets the timer run that is due in so many minutes. */
function pass({ timers }: BuyerPage, minutes: number): void {
  const dueMs = minutes * MINUTE_MS;
  const timer = timers.find(({ delayMs }) => Math.abs(delayMs - dueMs) < MINUTE_MS / 2);
  ok(timer, `A timer is due in ${minutes} minutes`);
  timer.run();
}

const told = ({ events }: BuyerPage, type: string) => events.filter((event) => event.type === type);

describe('a token that waits', () => {
  afterEach(closeTab);

  it('is announced as expiring five minutes before its hour is over', async () => {
    const page = await open(0);
    pass(page, 55);
    deepEqual(
      told(page, 'endlink-expiring').map(({ detail }) => detail.state),
      ['waiting'],
    );
    equal(storedRecord().state, 'waiting');
  });

  it('counts from its landing, whichever page it was', async () => {
    const page = await open(40 * MINUTE_MS);
    pass(page, 15);
    equal(told(page, 'endlink-expiring').length, 1);
    pass(page, 20);
    equal(storedRecord().state, 'expired');
  });

  it('expires after an hour, and is reported all the same', async () => {
    const page = await open(0);
    pass(page, 60);
    equal(page.engine().state().state, 'expired');
    equal((await page.engine().report('complete')).state, 'confirmed');
  });

  it('is over at once on a page after its hour', async () => {
    const page = await open(61 * MINUTE_MS);
    pass(page, 0);
    equal(storedRecord().state, 'expired');
  });

  for (const [how, days] of [
    ['an hour', 1 / 24],
    ['a day', 1],
    ['a month', 30],
    ['ten years', 3650],
  ] as const) {
    it(`waits no longer than its hour, and does not expire at once, where the clock is set back by ${how}`, async () => {
      const page = await open(-days * 24 * 60 * MINUTE_MS);
      equal(storedRecord().state, 'waiting');
      pass(page, 55);
      equal(told(page, 'endlink-expiring').length, 1);
      pass(page, 60);
      equal(storedRecord().state, 'expired');
    });
  }

  it('is announced as expiring though it landed after another one in the same page', async () => {
    const page = await open(0);
    storeRecord({ token: 'second', capturedAtMs: Date.now() - 30 * MINUTE_MS });
    page.engine().notify();
    pass(page, 25);
    equal(told(page, 'endlink-expiring').length, 1);
  });

  it('does not expire once it is reported, nor when another has landed', async () => {
    const page = await open(0);
    await page.engine().report('complete');
    pass(page, 55);
    pass(page, 60);
    equal(storedRecord().state, 'confirmed');
    storeRecord({ token: 'second' });
    pass(page, 55);
    pass(page, 60);
    equal(storedRecord().state, 'waiting');
    equal(told(page, 'endlink-expiring').length, 0);
  });
});

describe('marks of tokens that are over', () => {
  afterEach(closeTab);

  it('are removed while a token waits, once the browser is idle', async () => {
    localStorage.setItem('vaultlink:old', JSON.stringify({ capturedAtMs: 1 }));
    const { timers } = await open(0);
    // WebKit has no idle callback: there a timer stands for it.
    timers.find(({ delayMs }) => delayMs === 1000)?.run();
    await until(() => localStorage.length === 0);
  });
});
