import { deepEqual, equal } from '../support/assert.ts';
import { blockStorage, BASE_URL, closeTab, LANDING } from '../support/buyer-page.ts';
import { leavePages, openPage, storedRecord, storeRecord } from '../support/buyer-page.ts';
import type { AnyRecord } from '../support/buyer-page.ts';

const COMPLETE = `${BASE_URL}/api/v3/endlinks/complete?service_endlink_token=abc`;

/** Storage that can be read, but holds nothing more. */
const fillStorage = (window: Window) => {
  const storage = {
    get vaultlink() {
      return sessionStorage.vaultlink as unknown;
    },
    set vaultlink(_) {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  Object.defineProperty(window, 'sessionStorage', { value: storage });
};

describe('the record', () => {
  afterEach(closeTab);

  it('keeps the names of its history entries on a page that gives lists a toJSON() of its own', async () => {
    const { navigation } = window as { navigation?: { currentEntry: unknown } };
    const before = (page: Window) => {
      const { Array } = page as unknown as typeof globalThis;
      Object.assign(Array.prototype, { toJSON: () => 'list' });
    };
    await (await openPage(LANDING, { before })).start();
    equal(Array.isArray(storedRecord().entries), !!navigation);
  });

  it('is found by the next page of the tab, under one key and nowhere else', async () => {
    await (await openPage(LANDING)).start();
    deepEqual(Object.keys(sessionStorage), ['vaultlink']);
    equal(localStorage.length, 0);
    equal(document.cookie, '');
    leavePages();
    const { engine, start } = await openPage();
    await start();
    equal(engine().token(), 'abc');
  });

  it('is read anew each time, for another copy of the script may have written it', async () => {
    const { engine, start } = await openPage(LANDING);
    await start();
    storeRecord({ outcome: 'complete', state: 'confirmed' });
    equal(engine().state().state, 'confirmed');
  });

  it('outlives its removal for as long as the page does, and is written again', async () => {
    const { engine, start } = await openPage(LANDING);
    const { reportOutcome } = await start();
    sessionStorage.clear();
    equal(engine().token(), 'abc');
    equal((await reportOutcome('complete')).state, 'confirmed');
    equal(storedRecord().state, 'confirmed');
  });

  for (const [how, before] of Object.entries({ blocked: blockStorage, full: fillStorage })) {
    it(`is kept in memory where storage is ${how}, says so, and is reported`, async () => {
      const { engine, service, start } = await openPage(LANDING, { before });
      const { reportOutcome } = await start();
      equal(engine().state().inMemory, true);
      const { state, inMemory } = await reportOutcome('complete');
      deepEqual([state, inMemory], ['confirmed', true]);
      deepEqual(service.urls, [COMPLETE]);
      equal(sessionStorage.length, 0);
    });
  }
});

/** Storage that holds the record that it has, or a shorter one. */
const limitStorage = (window: Window) => {
  let most = Infinity;
  const storage = {
    get vaultlink() {
      return sessionStorage.vaultlink as unknown;
    },
    set vaultlink(text) {
      if (String(text).length > most) throw new DOMException('full', 'QuotaExceededError');
      sessionStorage.vaultlink = text as string;
    },
    removeItem: (name: string) => sessionStorage.removeItem(name),
    getItem: (name: string) => sessionStorage.getItem(name),
    fill: () => (most = String(sessionStorage.vaultlink).length),
  };
  Object.defineProperty(window, 'sessionStorage', { value: storage });
  return storage;
};

describe('a record that grows in a full storage', () => {
  afterEach(closeTab);

  /** Returns the stored record after a page has written another one than that of its landing. */
  async function writeInFull(change: Partial<AnyRecord>) {
    const limited: ReturnType<typeof limitStorage>[] = [];
    const before = (window: Window) => void limited.push(limitStorage(window));
    const page = await openPage(LANDING, { before, timers: 'held' });
    await page.addTag({ 'data-base-url': BASE_URL, 'data-parts-url': '/no-parts/' });
    limited[0]?.fill();
    const engine = page.engine();
    engine.writeRecord({ ...engine.readRecord(), sellerId: 'x'.repeat(100), ...change } as never);
    return { inMemory: engine.state().inMemory, stored: sessionStorage.vaultlink as unknown };
  }

  it('stays as it was, for the next page: a seller who has left needs its token', async () => {
    const { inMemory, stored } = await writeInFull({});
    equal(inMemory, true);
    equal((JSON.parse(String(stored)) as AnyRecord).token, 'abc');
  });

  for (const [what, change] of [
    ['another token', { token: 'xyz' }],
    ['an outcome', { outcome: 'fail' as const, state: 'reporting' }],
    ['another attempt', { attempts: 1 }],
  ] as const)
    it(`is removed where it has ${what} now: the next page would report another outcome`, async () => {
      equal((await writeInFull(change)).stored, undefined);
    });
});
