import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { StoredRecord } from '../../src/browser/endlink/record.ts';
import { createTabRecord } from '../../src/browser/endlink/tab-record.ts';
import type { TabRecord } from '../../src/browser/endlink/tab-record.ts';

const recordOf = (token: string): StoredRecord => ({
  token,
  query: '',
  capturedAtMs: 1,
  state: 'waiting',
});

type Store = Record<string, string>;

/** Opens a new page of the tab, which has nothing in memory yet. */
function openPage(readStorage: () => Store, historyState: unknown = null): TabRecord {
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: readStorage });
  Object.defineProperty(globalThis, 'window', {
    configurable: true,
    value: { history: { state: historyState } },
  });
  return createTabRecord();
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
  Reflect.deleteProperty(globalThis, 'window');
});

describe('the record of a tab', () => {
  it('returns nothing on the first page of a tab', () => {
    const tab = openPage(() => ({}));
    assert.equal(tab.readRecord(), undefined);
  });

  it('returns on a later page what an earlier one has stored', () => {
    const storage: Store = {};
    const first = openPage(() => storage);
    first.writeRecord(recordOf('abc'));
    assert.deepEqual(first.readRecord(), recordOf('abc'));
    const second = openPage(() => storage);
    assert.deepEqual(second.readRecord(), recordOf('abc'));
  });

  it('returns what another copy of the script has stored meanwhile', () => {
    const storage: Store = {};
    const tab = openPage(() => storage);
    tab.writeRecord(recordOf('abc'));
    storage.vaultlink = JSON.stringify(recordOf('newer'));
    assert.equal(tab.readRecord()?.token, 'newer');
  });

  it('keeps the record on the page where another script clears the storage', () => {
    let storage: Store = {};
    const tab = openPage(() => storage);
    tab.writeRecord(recordOf('abc'));
    storage = {};
    assert.deepEqual(tab.readRecord(), recordOf('abc'));
  });

  it('keeps the record in memory where the storage is blocked or full, and says so', () => {
    for (const readStorage of [blocked, () => full()]) {
      const tab = openPage(readStorage);
      tab.writeRecord(recordOf('abc'));
      assert.deepEqual(tab.readRecord(), { ...recordOf('abc'), inMemory: true });
      tab.writeRecord(recordOf('newer'));
      assert.equal(tab.readRecord()?.token, 'newer');
    }
  });

  it('does not go back to an older record where the storage had no room for the newer one', () => {
    const storage = full({ vaultlink: JSON.stringify(recordOf('older')) });
    const tab = openPage(() => storage);
    assert.equal(tab.readRecord()?.token, 'older');
    tab.writeRecord(recordOf('newer'));
    assert.equal(tab.readRecord()?.token, 'newer');
  });

  it('finds in the history what the page before could not store', () => {
    const tab = openPage(blocked, { vaultlink: recordOf('abc') });
    assert.deepEqual(tab.readRecord(), { ...recordOf('abc'), inMemory: true });
  });

  it('prefers its own record to the one in the history', () => {
    const tab = openPage(blocked, { vaultlink: recordOf('older') });
    tab.writeRecord(recordOf('abc'));
    assert.equal(tab.readRecord()?.token, 'abc');
  });

  it('returns nothing where the storage is blocked and the history has no record', () => {
    for (const historyState of [null, { key: 'router' }]) {
      const tab = openPage(blocked, historyState);
      assert.equal(tab.readRecord(), undefined);
    }
  });

  it('returns nothing where what is tab is no JSON', () => {
    const tab = openPage(() => ({ vaultlink: '{"token":' }));
    assert.equal(tab.readRecord(), undefined);
  });
});
