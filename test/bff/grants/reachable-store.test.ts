import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { Outbox, Store, VaultEvent } from 'vaultlink/bff';
import { reachableStore } from '../../../src/bff/grants/reachable-store.ts';
import { OUTBOX_METHODS } from '../../../src/bff/stores/outbox.ts';
import { newRow, waiting } from '../../../src/testing/store/outbox-samples.ts';

/** Guards a store. @returns it with the events that it emits */
function guard(store: Store) {
  const events: VaultEvent[] = [];
  const guarded = reachableStore(store, (event) => void events.push(event));
  return { guarded, events };
}

const away = () => {
  throw new Error('connection refused: 10.0.0.1');
};

describe('a guarded store', () => {
  it('says where it failed, and hides why from the caller', async () => {
    for (const ping of [away, () => Promise.resolve().then(away)]) {
      const { guarded, events } = guard({ ...memoryStore(), ping });
      await assert.rejects(async () => guarded.ping(), {
        code: 'store_unavailable',
        message: 'The store cannot be reached at the moment.',
      });
      const detail = 'connection refused: 10.0.0.1';
      assert.deepEqual(events, [
        { type: 'failed', where: 'store.ping', code: 'store_unavailable', detail },
      ]);
    }
  });

  it('names the code of an error without a message, as of a host with several addresses', () => {
    const none = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    const ping = () => {
      throw none;
    };
    const { guarded, events } = guard({ ...memoryStore(), ping });
    assert.throws(() => guarded.ping(), { code: 'store_unavailable' });
    const [event] = events;
    assert.ok(event?.type === 'failed');
    assert.equal(event.detail, 'ECONNREFUSED');
  });

  it('lacks the methods and the parts that the store lacks', () => {
    const store = { ...memoryStore(), renameSubject: undefined, outbox: undefined };
    const { guarded } = guard(store as unknown as Store);
    assert.deepEqual(
      [typeof guarded.renameSubject, guarded.outbox, guarded.probe],
      ['undefined', undefined, undefined],
    );
  });

  it('guards each method of its outbox', () => {
    const outbox = Object.fromEntries(OUTBOX_METHODS.map((name) => [name, away]));
    const { guarded, events } = guard({
      ...memoryStore(),
      outbox: { ...outbox, isDurable: true } as unknown as Outbox,
    });
    assert.equal(guarded.outbox?.isDurable, true);
    const methods = guarded.outbox as unknown as Record<string, () => unknown>;
    for (const name of OUTBOX_METHODS) {
      assert.throws(() => methods[name]?.(), { code: 'store_unavailable' });
      const event = events.at(-1);
      assert.ok(event?.type === 'failed');
      assert.equal(event.where, `store.outbox.${name}`);
    }
  });

  it('lets through what its outbox returns', async () => {
    const { guarded, events } = guard(memoryStore());
    const accepted = await guarded.outbox?.accept(newRow('a'));
    assert.deepEqual(accepted, { row: waiting(newRow('a')), isNew: true });
    assert.equal(guarded.outbox?.isDurable, false);
    assert.deepEqual(events, []);
  });
});
