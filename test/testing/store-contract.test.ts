import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { Outbox, Store } from 'vaultlink/bff';
import { outboxContract, storeContract } from 'vaultlink/testing/store';
import type { StoreInterface } from 'vaultlink/testing/store';

/** Runs the contract. @returns the interfaces with a test that failed, and the errors */
async function failuresOf(change: (store: Store) => Partial<Store>) {
  const tests = storeContract((now) => {
    const store = memoryStore({ now });
    return { store: { ...store, ...change(store) } };
  });
  const failures: { name: StoreInterface; error: unknown }[] = [];
  for (const { name, run } of tests) {
    await run().catch((error: unknown) => failures.push({ name, error }));
  }
  return failures;
}

/** Mistakes that a store can make, and the interface whose tests have to find them. */
const MISTAKES: readonly [StoreInterface, string, (store: Store) => Partial<Store>][] = [
  ['ConsumedStates', 'consumes a state twice', () => ({ consumeState: () => true })],
  ['ConsumedStates', 'forgets consumed states', () => ({ consumeState: (hash) => hash !== '' })],
  [
    'Sessions',
    'finds sessions that have expired',
    (store) => ({ findSession: (id) => store.findSession(id, 0) }),
  ],
  [
    'Sessions',
    'returns the state of another key',
    (store) => ({
      async findSessionState(id, nowMs) {
        const found = await store.findSessionState(id, nowMs);
        return found && { ...found, grant: { ...found.grant, keyId: 'key-1' } };
      },
    }),
  ],
  [
    'Sessions',
    'keeps the session that a reconnect replaces',
    (store) => ({ connect: (session, grant) => store.connect(session, grant) }),
  ],
  [
    'Sessions',
    'disconnects one session of several',
    (store) => ({
      disconnect: async (id) => {
        const found = await store.findSession(id, 0);
        await store.setSessionEnd?.(id, 0);
        return found?.grant;
      },
    }),
  ],
  ['Sessions', 'does not move the end of a session', () => ({ setSessionEnd: () => true })],
  ['Sessions', 'lacks a method', () => ({ setSessionEnd: undefined }) as never],
  [
    'Grants',
    'saves over a newer version',
    (store) => ({
      async saveGrant(id, version, pair) {
        const grant = await store.findGrant(id);
        return store.saveGrant(id, grant?.version ?? version, pair);
      },
    }),
  ],
  [
    'Grants',
    'returns grants in no order',
    (store) => ({
      grants: async (after, limit) => (await store.grants(after, limit)).reverse(),
    }),
  ],
  ['Grants', 'replaces no seal', () => ({ replaceSeal: () => true })],
  ['Grants', 'renames over another user', () => ({ renameSubject: () => true })],
  ['GrantLeases', 'gives a lease to two', (store) => ({ takeLease: (id) => store.findGrant(id) })],
  ['GrantLeases', 'renews a lease of another owner', () => ({ renewLease: () => true })],
  [
    'GrantLeases',
    'saves a mark of another owner',
    (store) => ({
      async markRefreshing(id, owner, mark) {
        await store.markRefreshing(id, owner, mark);
        return true;
      },
    }),
  ],
  [
    'Secrets',
    'keeps the last secret',
    (store) => ({
      async keepSecret(name, sealed) {
        const before = await store.keepSecret?.(name, sealed);
        if (before !== undefined && sealed !== undefined)
          await store.replaceSecret?.(name, before, sealed);
        return sealed ?? before;
      },
    }),
  ],
  ['StoreHealth', 'answers no ping', () => ({ ping: () => Promise.reject(new Error('away')) })],
  ['StoreUpkeep', 'deletes nothing', () => ({ prune: () => undefined })],
  [
    'StoreUpkeep',
    'deletes grants that are used',
    (store) => ({ prune: (nowMs) => store.prune(nowMs, nowMs) }),
  ],
];

/** Mistakes that an outbox can make. */
const OUTBOX_MISTAKES: readonly [string, (outbox: Outbox) => Partial<Outbox>][] = [
  [
    'lets a stranger replace a row',
    (outbox) => ({ accept: (row, lease) => outbox.accept({ ...row, isAnonymous: false }, lease) }),
  ],
  [
    'begins no row at once',
    (outbox) => ({
      accept: (row) => outbox.accept(row),
    }),
  ],
  [
    'gives a row to two processes',
    (outbox) => ({ claim: (kind, _, limit) => outbox.list({ kind, states: ['waiting'], limit }) }),
  ],
  ['begins a row without a lease', () => ({ begin: () => true })],
  [
    'saves nothing',
    () => ({
      save: () => true,
    }),
  ],
  ['releases nothing', () => ({ release: () => undefined })],
  ['makes no row due', () => ({ hasten: () => true })],
  ['ignores leases when it returns when a row is due', () => ({ nextDueAtMs: () => 0 })],
  [
    'lists the oldest first',
    (outbox) => ({ list: async (query) => [...(await outbox.list(query))].reverse() }),
  ],
  ['adds no count', () => ({ addCount: () => undefined })],
  [
    'returns all counts',
    (outbox) => ({
      counts: (kind) => outbox.counts(kind, ''),
    }),
  ],
  ['replaces no payload', () => ({ replacePayload: () => true })],
  ['deletes nothing', () => ({ pruneSettled: () => undefined })],
  [
    'deletes all that has ended',
    (outbox) => ({ pruneSettled: (_, most) => outbox.pruneSettled(Infinity, most) }),
  ],
];

describe('the contract of a store', () => {
  it('is kept by a store of maps', async () => {
    assert.deepEqual(await failuresOf(() => ({})), []);
  });

  for (const [name, mistake, change] of MISTAKES) {
    it(`finds in ${name} that a store ${mistake}`, async () => {
      const failures = await failuresOf(change);
      const names = failures.map((one) => one.name);
      assert.ok(names.includes(name), `Only these failed: ${names.join(', ')}`);
      for (const { error } of failures) assert.ok(error instanceof Error && error.message);
    });
  }

  for (const [mistake, change] of OUTBOX_MISTAKES) {
    it(`finds in Outbox that an outbox ${mistake}`, async () => {
      const failures = await failuresOf(({ outbox }) => {
        assert.ok(outbox);
        return { outbox: { ...outbox, ...change(outbox) } };
      });
      assert.deepEqual([...new Set(failures.map(({ name }) => name))], ['Outbox']);
    });
  }

  it('is passed by a store without an outbox, and by an outbox without a store', async () => {
    assert.deepEqual(await failuresOf(() => ({ outbox: undefined })), []);
    const tests = outboxContract((now) => ({ outbox: memoryStore({ now }).outbox }));
    assert.ok(tests.length > 20);
    for (const { run } of tests) await run();
  });

  it('closes each store after its test, even if that has failed', async () => {
    let opened = 0;
    let closed = 0;
    const tests = storeContract((now) => {
      opened += 1;
      const store = { ...memoryStore({ now }), findGrant: () => undefined };
      return {
        store,
        close() {
          closed += 1;
        },
      };
    });
    await Promise.allSettled(tests.map(({ run }) => run()));
    assert.deepEqual([opened, closed], [tests.length, tests.length]);
  });

  it('names each test once', () => {
    const titles = storeContract(() => ({ store: memoryStore() })).map(({ title }) => title);
    assert.deepEqual(titles, [...new Set(titles)]);
  });
});
