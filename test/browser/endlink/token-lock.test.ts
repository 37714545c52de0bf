import type * as TokenLock from '../../../src/browser/endlink/token-lock.ts';
import type { EndlinkState } from '../../../src/browser/endlink/state.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { status } from '../support/service.ts';
import { deepEqual, equal, ok } from '../support/assert.ts';
import { blockStorage, closeTab, openPage } from '../support/buyer-page.ts';
import { held, settled, until } from '../support/until.ts';

const TOKEN = 'secret-token-5f2c';

/** The SHA-256 of that token, byte by byte. */
const KEY =
  'vaultlink:66,28,13,28,89,126,200,143,132,195,224,244,234,229,193,94,117,2,174,181,5,13,121,12,171,244,126,244,120,82,79,137';

async function report(before: (window: Window) => void = () => undefined) {
  const page = await openPage(`?service_endlink_token=${TOKEN}`, { before });
  return { ...page, told: await (await page.start()).reportOutcome('complete') };
}

describe('the mark of a token', () => {
  afterEach(closeTab);

  it('is named by the hash of the token, and never holds the token', async () => {
    await report();
    deepEqual(Object.keys(localStorage), [KEY]);
    ok(!JSON.stringify(localStorage).includes(TOKEN), 'The token is not stored');
  });

  it('that says nothing readable stops no report', async () => {
    for (const text of ['{', 'null', '5', '["complete"]', '{"outcome":["complete"]}']) {
      localStorage.setItem(KEY, text);
      equal((await report()).service.urls.length, 1, text);
      closeTab();
    }
  });

  it('is removed an hour after its landing, and nothing else is', async () => {
    const mark = (ageMs: number) => JSON.stringify({ capturedAtMs: Date.now() - ageMs });
    Object.assign(localStorage, {
      'vaultlink:young': mark(3_500_000),
      'vaultlink:old': mark(3_600_001),
      'vaultlink:garbled': '{',
      theirs: 'kept',
    });
    const { pruneMarks } = await (await openPage()).load<typeof TokenLock>('endlink/token-lock.ts');
    pruneMarks();
    deepEqual(Object.keys(localStorage).sort(), ['theirs', 'vaultlink:young']);
  });
});

describe('a report', () => {
  afterEach(closeTab);
  const setLocks = ({ navigator: { locks } }: Window, request: unknown) =>
    Object.assign(Object.getPrototypeOf(locks) as object, { request });

  for (const [what, before] of Object.entries<(window: Window) => void>({
    'storage is blocked': blockStorage,
    'there is no hash': (window) => Object.defineProperty(window, 'crypto', { value: {} }),
    'the hash function throws': (window) =>
      Object.assign(Object.getPrototypeOf(window.crypto.subtle) as object, {
        digest: () => {
          throw new Error('broken');
        },
      }),
    'locks are refused': (window) => setLocks(window, () => Promise.reject(new Error('denied'))),
  })) {
    it(`is sent once where ${what}`, async () => {
      const { service, told } = await report(before);
      equal(told.state, 'confirmed');
      equal(service.urls.length, 1);
    });
  }

  /** Keeps a lock, as a page does that the browser has stopped. */
  async function keepLock(name: string) {
    const stopped = held();
    const isHeld = held();
    const lock = navigator.locks.request(name, () => {
      isHeld.give();
      return stopped.promise;
    });
    await isHeld.promise;
    return async () => {
      stopped.give();
      await lock;
    };
  }

  const open = () => openPage(`?service_endlink_token=${TOKEN}`, { timers: 'held' });

  /** The time limit of the lock that a page waits for. */
  async function limitOf({ timers }: BuyerPage, previous?: BuyerPage['timers'][number]) {
    const limit = await until(() =>
      timers.find((timer) => timer.delayMs === 15_000 && timer !== previous),
    );
    // Chromium passes over an abort that comes before it has put the request into its queue.
    while (!(await navigator.locks.query()).pending?.length) await settled();
    return limit;
  }

  it('is sent after fifteen seconds where another tab does not let its lock go', async () => {
    const release = await keepLock(KEY);
    const page = await open();
    const outcome = (await page.start()).reportOutcome('complete');
    const limit = await limitOf(page);
    await settled();
    deepEqual(page.service.urls, []);
    limit.run();
    equal((await outcome).state, 'confirmed');
    equal(page.service.urls.length, 1);
    await release();
  });

  it('is sent by one tab at a time where several give up the same lock', async () => {
    const release = await keepLock(KEY);
    const answer = held<Response>();
    const first = await open();
    first.service.replies.push(answer.promise);
    const second = await open();
    const outcomes: Promise<EndlinkState>[] = [];
    for (const page of [first, second]) {
      outcomes.push((await page.start()).reportOutcome('complete'));
      (await limitOf(page)).run();
      await until(() => first.service.urls.length);
    }
    await settled();
    deepEqual(second.service.urls, []);
    answer.give(status(200));
    for (const outcome of outcomes) equal((await outcome).state, 'confirmed');
    deepEqual(second.service.urls, []);
    await release();
  });

  it('is sent where the lock of a tab that gave up is not let go either', async () => {
    const releases = [await keepLock(KEY), await keepLock(`${KEY}:second`)];
    const page = await open();
    const outcome = (await page.start()).reportOutcome('complete');
    const limit = await limitOf(page);
    limit.run();
    (await limitOf(page, limit)).run();
    equal((await outcome).state, 'confirmed');
    equal(page.service.urls.length, 1);
    for (const release of releases) await release();
  });

  it('is not sent again where an error follows its request', async () => {
    const { withLock } = await (await openPage()).load<typeof TokenLock>('endlink/token-lock.ts');
    for (const key of [KEY, undefined]) {
      let times = 0;
      const run = () => {
        times += 1;
        return Promise.reject(new Error('after the request left'));
      };
      const told = await withLock(key, run).catch((error: unknown) => String(error));
      deepEqual([times, told], [1, 'Error: after the request left']);
    }
  });

  it('waits for its turn again where the browser takes its lock away', async () => {
    const otherTab = held();
    const lock = navigator.locks.request(KEY, () => otherTab.promise);
    let requests = 0;
    const page = await openPage(`?service_endlink_token=${TOKEN}`, {
      before: (window) => {
        const { locks } = window.navigator;
        const request = locks.request.bind(locks);
        setLocks(window, (...values: Parameters<typeof request>) => {
          requests += 1;
          return requests === 1
            ? Promise.reject(new DOMException('taken away', 'AbortError'))
            : request(...values);
        });
      },
    });
    const { reportOutcome } = await page.start();
    const outcome = reportOutcome('complete');
    await until(() => requests);
    await settled();
    deepEqual(page.service.urls, []);
    otherTab.give();
    await lock;
    equal((await outcome).state, 'confirmed');
    equal(page.service.urls.length, 1);
  });
});
