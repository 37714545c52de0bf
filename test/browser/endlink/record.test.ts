import { deepEqual, equal, ok } from '../support/assert.ts';
import { blockStorage, BASE_URL, closeTab, LANDING } from '../support/buyer-page.ts';
import { leavePages, openPage, storedRecord, storeRecord } from '../support/buyer-page.ts';
import type { AnyRecord, OpenOptions } from '../support/buyer-page.ts';

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

/** What a page that finds this in the tab knows once its part for tokens has started, and what a report of it comes to. */
async function read(stored: unknown, options?: OpenOptions) {
  sessionStorage.vaultlink = typeof stored === 'string' ? stored : JSON.stringify(stored);
  const page = await openPage('', { timers: 'held', ...options });
  const { reportOutcome } = await page.start();
  const before = page.engine().state();
  const { state } = await reportOutcome('complete');
  return { before, state, urls: page.service.urls, errors: page.errors };
}

describe('the record', () => {
  afterEach(closeTab);

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

  /** What the storage holds once a page, whose record has landed, writes another one. */
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

describe('a stored record', () => {
  afterEach(closeTab);
  const captured = { token: 'abc', query: LANDING, capturedAtMs: Date.now(), state: 'waiting' };

  for (const text of ['{', '', 'undefined', '5', '"abc"', 'null', '[]', '[{"token":"abc"}]']) {
    it(`that reads ${JSON.stringify(text)} is none, and stops nothing`, async () => {
      const { state, urls, errors } = await read(text);
      deepEqual([state, urls, errors], ['missing', [], []]);
    });
  }

  for (const token of [5, '', null, true, {}, ['abc'], { toString: null }]) {
    it(`whose token is ${JSON.stringify(token)} is none: nothing is sent`, async () => {
      const { state, urls, errors } = await read({ ...captured, token });
      deepEqual([state, urls, errors], ['missing', [], []]);
    });
  }

  it('without a token is none, though there is one behind it', async () => {
    const { state, urls } = await read({ previous: { ...captured, token: 'first' } });
    deepEqual([state, urls], ['missing', []]);
  });

  const ODD: unknown[] = [null, 5, [], {}, ['confirmed'], { toString: null, valueOf: null }];
  const FIELDS = ['sellerId', 'interactionId', 'query', 'capturedAtMs', 'state', 'outcome', 'via'];
  for (const field of [...FIELDS, 'attempts', 'status', 'body', 'result', 'previous']) {
    it(`is reported once, whatever stands in its field "${field}"`, async () => {
      for (const odd of field === 'outcome' || field === 'state' ? [...ODD, 'lost'] : ODD) {
        const { state, urls, errors } = await read({ ...captured, [field]: odd });
        deepEqual([state, urls, errors], ['confirmed', [COMPLETE], []], JSON.stringify(odd));
        closeTab();
      }
    });
  }

  it('keeps only the fields that are ours, of the right kind', async () => {
    const odd = { toString: null };
    await read({ ...captured, sellerId: 42, body: odd, theirs: 'x', status: '200' });
    const { sellerId, theirs } = storedRecord() as AnyRecord & { theirs?: unknown };
    deepEqual([sellerId, theirs], [undefined, undefined]);
  });

  it('with a locked outcome is sent with that one, and not with a later one', async () => {
    const locked = { ...captured, state: 'reporting', outcome: 'screenout' };
    const { urls } = await read(locked);
    deepEqual(urls, [COMPLETE.replace('complete', 'screenout')]);
  });

  for (const [how, more, sent] of [
    ['waits', { state: 'waiting' }, true],
    ['was locked', { state: 'reporting', outcome: 'complete' }, true],
    ['is unknown', { state: 'unknown', outcome: 'complete', attempts: 1, ambiguous: true }, true],
    ['is confirmed', { state: 'confirmed', outcome: 'complete', attempts: 1 }, false],
    ['is rejected', { state: 'rejected', outcome: 'complete', attempts: 1 }, false],
    [
      'was probably recorded',
      { state: 'unknown', outcome: 'complete', probablyRecorded: true },
      false,
    ],
  ] as const) {
    it(`with few fields that ${how} is ${sent ? 'reported' : 'left as it is'}`, async () => {
      const { state, urls } = await read({ ...captured, ...more });
      deepEqual(urls, sent ? [COMPLETE] : []);
      equal(state, sent ? 'confirmed' : more.state);
    });
  }

  it('of hundreds of tokens hangs no report', async () => {
    const chain = Array.from({ length: 300 }).reduce<object>(
      (previous, _, index) => ({ ...captured, token: `t${index}`, previous }),
      {},
    );
    const { state } = await read({ ...captured, previous: chain });
    ok(state === 'confirmed', state);
  });
});
