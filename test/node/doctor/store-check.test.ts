import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'vaultlink/bff';
import { createSealer } from '../../../src/bff/grants/seal.ts';
import { payloadContext } from '../../../src/bff/outcomes/payload.ts';
import type { Setup } from '../../../src/node/doctor/check.ts';
import { deployment } from '../../../src/node/doctor/store-check.ts';
import { newRow } from '../../../src/testing/store/outbox-samples.ts';
import { describeChecks } from './table.ts';
import { KEY } from './world.ts';
import type { Changes } from './world.ts';

/** Grants that were sealed with `keyId`. */
const sealedWith =
  (keyId: string, count: number, key = KEY): NonNullable<Changes['before']> =>
  async (store) => {
    for (let index = 0; index < count; index += 1) {
      const id = `grant-${keyId}-${index}`;
      const sealed = await createSealer([{ id: keyId, key }]).seal('["a","r"]', id);
      await store.connect(
        { id: `session-${id}`, grantId: id, expiresAtMs: 9e12 },
        { id, subject: id, sealed, version: 1, expiresAtMs: 9e12, receivedAtMs: 0 },
      );
    }
  };

/** A waiting outcome that was sealed with `keyId`. */
const waitingWith =
  (keyId: string): NonNullable<Changes['before']> =>
  async (store) => {
    const sealer = createSealer([{ id: keyId, key: KEY }]);
    const payload = await sealer.seal('{}', payloadContext('row-1'));
    await store.outbox?.accept(newRow('row-1', { payload }));
  };

/** Answers the first check, and none after it. */
function silentAfterOnePing(): NonNullable<Changes['store']> {
  let pings = 0;
  return (store) => ({
    ...store,
    ping: () => ((pings += 1) === 1 ? store.ping() : new Promise<void>(() => undefined)),
  });
}

const NEW_KEY = Buffer.alloc(32, 8).toString('base64');

describeChecks({
  store: [
    [{}, 'ok', /The sqlite store responds/],
    [
      { environment: { VAULTLINK_STORE: 'memory:' } },
      'not checked',
      /memory of the running backend/,
    ],
    [
      { environment: { VAULTLINK_STORE: 'sqlite:/nowhere/vault.db' } },
      'not checked',
      /file \/nowhere\/vault\.db does not exist yet/,
      /absolute path/,
    ],
    [
      { store: (store) => ({ ...store, ping: () => Promise.reject(new Error('It is locked.')) }) },
      'failed',
      /^The sqlite store cannot be used: It is locked\.$/,
      /Check VAULTLINK_STORE/,
    ],
    [
      {
        store: (store) => ({
          ...store,
          ping: () => Promise.reject(Object.assign(new AggregateError([]), { code: 'EACCES' })),
        }),
      },
      'failed',
      /^The sqlite store cannot be used: EACCES\.$/,
      /Check VAULTLINK_STORE/,
    ],
    [
      { timeoutMs: 20, store: (store) => ({ ...store, ping: () => new Promise(() => undefined) }) },
      'failed',
      /cannot be used: The store did not respond within 0\.02 seconds\./,
    ],
  ],
  latency: [
    [{}, 'ok', /within a millisecond/],
    [{ tickMs: 25 }, 'warning', /within 25 ms \(median of 15\)/, /Move the store closer/],
    [{ environment: { VAULTLINK_STORE: 'memory:' } }, 'not checked', /Store: Reached/],
    [
      { timeoutMs: 250, store: silentAfterOnePing() },
      'failed',
      /^The store did not respond within 0\.25 seconds\.$/,
    ],
  ],
  durability: [
    [{}, 'ok', /No known setting/],
    [
      { store: (store) => ({ ...store, durability: () => ['Redis writes nothing down.'] }) },
      'warning',
      /can lose a saved token pair/,
      /^Redis writes nothing down\.$/,
    ],
    [
      { environment: { VAULTLINK_STORE: 'memory:' }, store: () => memoryStore() },
      'warning',
      /can lose a saved token pair/,
      /loses all data when the process ends/,
    ],
    [
      { environment: { VAULTLINK_STORE: 'sqlite:/nowhere/vault.db' } },
      'not checked',
      /store cannot be reached/,
    ],
    [
      { store: (store) => ({ ...store, ping: () => Promise.reject(new Error('It is away.')) }) },
      'not checked',
      /store cannot be reached/,
    ],
  ],
  deployment: [
    [{}, 'ok', /one machine only/],
    [{ environment: { VAULTLINK_DEPLOYMENT_ID: 'production' } }, 'ok', /do not open under another/],
  ],
  'key-ring': [
    [{}, 'ok', /The store holds no grants yet/],
    [
      {
        timeoutMs: 250,
        store: (store) => ({ ...store, grants: () => new Promise(() => undefined) }),
      },
      'failed',
      /^The store did not respond within 0\.25 seconds\.$/,
    ],
    [{ before: sealedWith('k1', 2) }, 'ok', /^Key k1 has sealed 2 grants\.$/],
    [
      {
        environment: { VAULTLINK_OUTBOX: 'sqlite:/nowhere/outbox.db' },
        before: sealedWith('k1', 1),
      },
      'ok',
      /^Key k1 has sealed 1 grant\.$/,
    ],
    [
      { before: sealedWith('k0', 1) },
      'failed',
      /^Key k0 has sealed 1 grant\.$/,
      /Key k0 is missing from the keys \(VAULTLINK_KEYS\)/,
    ],
    [
      { before: waitingWith('k0') },
      'failed',
      /^Key k0 has sealed 1 outcome\.$/,
      /Key k0 is missing .* Without it, its outcomes cannot be delivered/,
    ],
    [
      { before: sealedWith('k1', 1, NEW_KEY) },
      'failed',
      /k1/,
      /cannot be opened: the key or .*VAULTLINK_DEPLOYMENT_ID/,
    ],
    [
      { before: sealedWith('k1', 1), environment: { VAULTLINK_DEPLOYMENT_ID: 'copy' } },
      'failed',
      /k1/,
      /DEPLOYMENT_ID/,
    ],
    [
      { before: sealedWith('k1', 1), environment: { VAULTLINK_KEYS: `k2:${NEW_KEY},k1:${KEY}` } },
      'ok',
      /k1 has sealed 1/,
      /^Run "vaultlink reseal" .* of k1 /,
    ],
    [
      { before: sealedWith('k1', 1), environment: { VAULTLINK_KEYS: `k1:${KEY},k0:${NEW_KEY}` } },
      'ok',
      /k1 has sealed 1/,
      /^No grant and no waiting outcome uses key k0\. Unless the key is new/,
    ],
  ],
});

describe('the check deployment', () => {
  it('is "warning" where the store is shared and has no name', async () => {
    const settings = { bff: {}, store: { kind: 'redis', url: 'redis://localhost' } };
    const { verdict, cause } = await deployment.run({ settings } as unknown as Setup);
    assert.equal(verdict, 'warning');
    assert.match(cause, /is not set, and the store is shared/);
  });
});
