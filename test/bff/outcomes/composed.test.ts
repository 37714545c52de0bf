import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createVaultBff, fetchTransport, memoryStore } from 'vaultlink/bff';
import type { Outbox, Store, VaultBffOptions } from 'vaultlink/bff';
import { someOptions } from '../support/http-bff.ts';
import { outboxOf, spendingService, startOutcomes } from './setup.ts';

/** A store of one's own that keeps no outcomes. */
function storeWithoutOutbox(): Store {
  const store = memoryStore();
  delete store.outbox;
  return store;
}

/** A store that says that it keeps what it has. */
function durableStore(): Store {
  const store = memoryStore();
  return { ...store, outbox: { ...outboxOf(store), isDurable: true } };
}

const optionsWith = (changed: Partial<VaultBffOptions>): VaultBffOptions => ({
  ...someOptions(),
  onEvent: () => undefined,
  ...changed,
});

describe('the relay of a backend', () => {
  for (const [what, changed, sentence] of [
    ['a store in memory', { store: memoryStore() }, /store does not: it would lose them/],
    [
      'a store without an outbox',
      { store: storeWithoutOutbox() },
      /store does not: it has no outbox/,
    ],
    [
      'an option outbox without an outbox',
      { store: durableStore(), outbox: storeWithoutOutbox() },
      /outbox does not: it has no outbox/,
    ],
  ] as const) {
    it(`does not start with ${what}, and the error names the remedy`, () => {
      assert.throws(
        () => createVaultBff(optionsWith({ ...changed, relay: true })),
        (error) => {
          assert.match(String(error), sentence);
          assert.match(String(error), /VAULTLINK_OUTBOX.*unsaved/);
          return true;
        },
      );
    });
  }

  for (const [what, changed] of [
    ['a store that keeps outcomes', { store: durableStore(), relay: true }],
    [
      'an outbox beside the store',
      { store: storeWithoutOutbox(), outbox: durableStore(), relay: true },
    ],
    [
      'a store without an outbox, if outcomes may be lost',
      { store: storeWithoutOutbox(), relay: 'unsaved' },
    ],
    [
      'no place for outcomes, if it only forwards',
      { store: storeWithoutOutbox(), relay: 'forward' },
    ],
  ] as const) {
    it(`starts with ${what}`, () => {
      assert.ok(createVaultBff(optionsWith(changed)));
    });
  }
});

describe('the outcomes of a backend', () => {
  it('are kept in the option outbox, not in the store beside it, and both are closed', async () => {
    const { service } = startOutcomes();
    const closed: string[] = [];
    const named = (name: string, store: Store): Store => ({
      ...store,
      close: () => void closed.push(name),
    });
    const [store, outbox] = [durableStore(), durableStore()];
    const bff = createVaultBff(
      optionsWith({
        ...{ store: named('store', store), outbox: named('outbox', outbox), relay: true },
        service: { baseUrl: 'https://service.example', transport: fetchTransport(service.fetch) },
      }),
    );
    await bff.outcomes.report({ outcome: 'complete', token: 'one' });
    const countIn = async (one: Store) =>
      (await outboxOf(one).list({ kind: 'outcome', limit: 9 })).length;
    assert.deepEqual([await countIn(store), await countIn(outbox)], [0, 1]);
    await bff.close();
    assert.deepEqual(closed.sort(), ['outbox', 'store']);
  });

  it('are delivered by a backend whose options come late', async () => {
    const service = spendingService();
    const transport = fetchTransport(service.fetch);
    const options = optionsWith({
      store: durableStore(),
      service: { baseUrl: 'https://service.example', transport },
    });
    const bff = createVaultBff(() => Promise.resolve(options));
    const running = bff.outcomes.run();
    assert.equal((await bff.outcomes.report({ outcome: 'fail', token: 'one' })).state, 'confirmed');
    await bff.close();
    await running;
  });

  it('are sent once each if the host starts several deliveries at the same time', async () => {
    const { bff, relay, service } = startOutcomes({ now: Date.now, store: memoryStore() });
    const stop = new AbortController();
    const running = [1, 2, 3].map(() => bff.outcomes.run({ signal: stop.signal }));
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await relay('complete', `token-${index}`);
        await bff.outcomes.deliverDue();
      }),
    );
    stop.abort();
    await Promise.all(running);
    assert.equal(service.requests.length, 40);
    assert.equal(service.counted.size, 40);
  });

  it('are closed in both stores also if the outbox cannot be reached any more', async () => {
    const closed: string[] = [];
    const store = durableStore();
    const away: Outbox = { ...outboxOf(store), release: () => Promise.reject(new Error('away')) };
    const bff = createVaultBff(
      optionsWith({
        store: { ...memoryStore(), close: () => void closed.push('store') },
        outbox: {
          ...{ ...store, outbox: away },
          close() {
            closed.push('outbox');
            throw new Error('away');
          },
        },
      }),
    );
    await bff.close();
    assert.deepEqual(closed, ['outbox', 'store']);
  });
});
