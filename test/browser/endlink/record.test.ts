import type * as Records from '../../../src/browser/endlink/record.ts';
import { deepEqual, equal } from '../support/assert.ts';
import { closeTab, leavePages, openPage } from '../support/buyer-page.ts';
import type { OpenOptions } from '../support/buyer-page.ts';

const WAITING = Object.freeze({
  token: 'abc',
  sellerId: '42',
  query: '?service_endlink_token=abc&seller_id=42',
  capturedAtMs: 1_767_268_800_000,
  state: 'waiting',
} as const);

const waiting = () => ({ ...WAITING });

/** Storage as a sandboxed frame, or a browser that blocks it, has it. */
const blocked: OpenOptions = {
  before: (window) => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  },
};

/** Storage that can be read, but holds nothing more. */
const full: OpenOptions = {
  before: (window) => {
    const storage = {
      get vaultlink() {
        return sessionStorage.vaultlink as unknown;
      },
      set vaultlink(_) {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    Object.defineProperty(window, 'sessionStorage', { value: storage });
  },
};

async function openRecord(options?: OpenOptions) {
  const page = await openPage('', options);
  return (await page.load<typeof Records>('endlink/record.ts')).record;
}

describe('the record', () => {
  afterEach(closeTab);

  it('is not there until one is written', async () => {
    const record = await openRecord();
    equal(record(), undefined);
    equal(sessionStorage.length, 0);
  });

  it('is read as it was written, by this page and by the next one', async () => {
    const record = await openRecord();
    deepEqual(record(waiting()), WAITING);
    deepEqual(record(), WAITING);
    leavePages();
    deepEqual((await openRecord())(), WAITING);
  });

  it('lies under one key of this tab, and nowhere else', async () => {
    (await openRecord())(waiting());
    deepEqual(Object.keys(sessionStorage), ['vaultlink']);
    equal(localStorage.length, 0);
    equal(document.cookie, '');
  });

  it('is read anew each time, for another copy of the script may have written', async () => {
    const record = await openRecord();
    const other = await openRecord();
    record(waiting());
    other({ ...WAITING, outcome: 'complete', state: 'confirmed' });
    deepEqual(record(), { ...WAITING, outcome: 'complete', state: 'confirmed' });
  });

  it('that is garbled is none', async () => {
    for (const text of ['{', '', 'undefined']) {
      sessionStorage.vaultlink = text;
      equal((await openRecord())(), undefined, text);
    }
  });

  it('is taken with the fields that we may have written, and without any that cannot become text', async () => {
    const odd = { toString: null, valueOf: null };
    const previous = { ...WAITING, token: 'first', query: odd, previous: { state: 'unknown' } };
    sessionStorage.vaultlink = JSON.stringify({ ...WAITING, state: odd, attempts: [], previous });
    const { state, query, ...rest } = WAITING;
    const { query: ofBoth, ...kept } = { ...WAITING, token: 'first' };
    deepEqual((await openRecord())(), { ...rest, query, previous: kept }, `${state} ${ofBoth}`);
  });

  it('that has no token of its own is none', async () => {
    for (const text of ['5', '"abc"', '[]', '[{"token":"abc"}]', '{"previous":{"token":"abc"}}']) {
      sessionStorage.vaultlink = text;
      equal((await openRecord())(), undefined, text);
    }
  });

  it('outlives its removal for as long as the page does', async () => {
    const record = await openRecord();
    record(waiting());
    sessionStorage.clear();
    deepEqual(record(), WAITING);
    record({ ...WAITING, outcome: 'fail' });
    leavePages();
    deepEqual((await openRecord())(), { ...WAITING, outcome: 'fail' });
  });

  for (const [how, options] of Object.entries({ blocked, full })) {
    it(`is kept in memory where storage is ${how}, and says so`, async () => {
      const record = await openRecord(options);
      equal(record(), undefined);
      deepEqual(record(waiting()), { ...WAITING, inMemory: true });
      deepEqual(record(), { ...WAITING, inMemory: true });
      record({ ...WAITING, outcome: 'fail', state: 'reporting' });
      deepEqual(record(), { ...WAITING, outcome: 'fail', state: 'reporting', inMemory: true });
      equal(sessionStorage.length, 0);
    });
  }
});
