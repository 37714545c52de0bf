import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { storedRecord, StoredRecord } from '../../src/browser/endlink/record.ts';

const recordOf = (token: string): StoredRecord => ({
  token,
  query: '',
  capturedAtMs: 1,
  state: 'waiting',
});

type Store = Record<string, string>;

let pages = 0;

/** A new page of the tab, with a copy of the module that has nothing in memory yet. */
async function openPage(
  readStorage: () => Store,
  historyState: unknown = null,
): Promise<typeof storedRecord> {
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: readStorage });
  Object.defineProperty(globalThis, 'history', {
    configurable: true,
    value: { state: historyState },
  });
  const url = new URL('../../src/browser/endlink/record.ts', import.meta.url);
  url.search = `?page=${(pages += 1)}`;
  const module = (await import(url.href)) as { storedRecord: typeof storedRecord };
  return module.storedRecord;
}

const blocked = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

const full = (stored: Store = {}) =>
  new Proxy(stored, {
    set: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  });

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
  Reflect.deleteProperty(globalThis, 'history');
});

describe('storedRecord', () => {
  it('returns nothing on the first page of a tab', async () => {
    const stored = await openPage(() => ({}));
    assert.equal(stored(), undefined);
  });

  it('returns on a later page what an earlier one has stored', async () => {
    const storage: Store = {};
    const first = await openPage(() => storage);
    assert.deepEqual(first(recordOf('abc')), recordOf('abc'));
    const second = await openPage(() => storage);
    assert.deepEqual(second(), recordOf('abc'));
  });

  it('returns what another copy of the script has stored meanwhile', async () => {
    const storage: Store = {};
    const stored = await openPage(() => storage);
    stored(recordOf('abc'));
    storage.vaultlink = JSON.stringify(recordOf('newer'));
    assert.equal(stored()?.token, 'newer');
  });

  it('keeps the record on the page where another script clears the storage', async () => {
    let storage: Store = {};
    const stored = await openPage(() => storage);
    stored(recordOf('abc'));
    storage = {};
    assert.deepEqual(stored(), recordOf('abc'));
  });

  it('keeps the record in memory where the storage is blocked or full, and says so', async () => {
    for (const readStorage of [blocked, () => full()]) {
      const stored = await openPage(readStorage);
      assert.deepEqual(stored(recordOf('abc')), { ...recordOf('abc'), inMemory: true });
      assert.equal(stored()?.token, 'abc');
      assert.equal(stored(recordOf('newer'))?.token, 'newer');
    }
  });

  it('does not go back to an older record where the storage had no room for the newer one', async () => {
    const storage = full({ vaultlink: JSON.stringify(recordOf('older')) });
    const stored = await openPage(() => storage);
    assert.equal(stored()?.token, 'older');
    stored(recordOf('newer'));
    assert.equal(stored()?.token, 'newer');
  });

  it('finds in the history what the page before could not store', async () => {
    const stored = await openPage(blocked, { vaultlink: recordOf('abc') });
    assert.deepEqual(stored(), { ...recordOf('abc'), inMemory: true });
  });

  it('prefers its own record to the one in the history', async () => {
    const stored = await openPage(blocked, { vaultlink: recordOf('older') });
    assert.equal(stored(recordOf('abc'))?.token, 'abc');
    assert.equal(stored()?.token, 'abc');
  });

  it('returns nothing where the storage is blocked and the history has no record', async () => {
    for (const historyState of [null, { key: 'router' }]) {
      const stored = await openPage(blocked, historyState);
      assert.equal(stored(), undefined);
    }
  });

  it('returns nothing where what is stored is no JSON', async () => {
    const stored = await openPage(() => ({ vaultlink: '{"token":' }));
    assert.equal(stored(), undefined);
  });
});
