import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import type { Store } from 'vaultlink/bff';
import { OUTBOX_METHODS } from '../../../src/bff/stores/outbox.ts';
import { STORE_METHODS } from '../../../src/bff/stores/store-methods.ts';
import { startBff } from '../support/http-bff.ts';

describe('The methods of a store', () => {
  it('are all that our own stores have, and their outboxes', () => {
    const methodsOf = (owner: object) =>
      Object.entries(owner)
        .filter(([, value]) => typeof value === 'function')
        .map(([name]) => name);
    const { outbox, ...store } = memoryStore();
    assert.deepEqual(methodsOf(store).sort(), [...STORE_METHODS].sort());
    assert.ok(outbox);
    assert.deepEqual(methodsOf(outbox).sort(), [...OUTBOX_METHODS].sort());
  });

  for (const name of ['findSessionState', 'markDead', 'ping'] as const) {
    it(`are named when the backend is made, if a store lacks some, such as ${name}`, () => {
      const store = { ...memoryStore(), [name]: undefined, close: 7 } as unknown as Store;
      const rest = name === 'ping' ? 'ping, close' : `${name}, close`;
      assert.throws(() => startBff({ store }), {
        code: 'configuration_error',
        message: `store lacks methods: ${rest}.`,
      });
    });
  }

  it('may be inherited', () => {
    assert.doesNotThrow(() => startBff({ store: Object.create(memoryStore()) as Store }));
  });

  it('may lack those that an option alone needs', () => {
    const optional = ['setSessionEnd', 'keepSecret', 'replaceSecret', 'renameSubject'];
    const required = Object.entries(memoryStore()).filter(([name]) => !optional.includes(name));
    const store = Object.fromEntries(required) as unknown as Store;
    assert.doesNotThrow(() => startBff({ store }));
  });
});
