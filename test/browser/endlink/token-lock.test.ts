import type * as TokenLock from '../../../src/browser/endlink/token-lock.ts';
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
    'locks are refused': (window) => setLocks(window, () => Promise.reject(new Error('denied'))),
  })) {
    it(`is sent once where ${what}`, async () => {
      const { service, told } = await report(before);
      equal(told.state, 'confirmed');
      equal(service.urls.length, 1);
    });
  }

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
