import type { NewOutboxRow, Outbox, Store } from 'vaultlink/bff';
import { memoryStore } from 'vaultlink/bff';
import { describeChecks } from './table.ts';
import { NOW_MS } from './world.ts';
import type { Changes } from './world.ts';

/** Apart from its address, so that nobody takes the address for a real one. */
const PASSWORD = 'the-password';

const MINUTE_MS = 60_000;
const LEASE = { owner: 'process-1', lifetimeMs: 1 };
const SEALED = 'k1.sealed';

const rowAt = (acceptedAtMs: number, key = 'key-1'): NewOutboxRow => ({
  ...{ key, kind: 'outcome', name: 'complete', payload: SEALED },
  ...{ isAnonymous: false, isUnapproved: false, acceptedAtMs, dueAtMs: acceptedAtMs },
  expiresAtMs: acceptedAtMs + 60 * MINUTE_MS,
});

const outboxOf = ({ outbox }: Store): Outbox => {
  if (!outbox) throw new Error('The store keeps no outcomes.');
  return outbox;
};

/** An outcome that has been due since then. */
const dueFor =
  (minutes: number): NonNullable<Changes['before']> =>
  (store) =>
    outboxOf(store).accept(rowAt(NOW_MS - minutes * MINUTE_MS));

/** An outcome that became undelivered so long ago. */
const undeliveredFor =
  (hours: number): NonNullable<Changes['before']> =>
  async (store) => {
    const outbox = outboxOf(store);
    const settledAtMs = NOW_MS - hours * 60 * MINUTE_MS;
    const { row } = await outbox.accept(rowAt(settledAtMs - 65 * MINUTE_MS), LEASE);
    const settled = { ...row, state: 'undelivered', settledAtMs, payload: '' } as const;
    await outbox.save(settled, LEASE.owner);
  };

const RELAY = { VAULTLINK_RELAY: 'on' };
const REDIS = 'redis://127.0.0.1:1';

describeChecks({
  outbox: [
    [{ environment: RELAY }, 'ok', /^The sqlite store of VAULTLINK_STORE keeps the outcomes\.$/],
    [
      { environment: { ...RELAY, VAULTLINK_STORE: 'memory:' } },
      'failed',
      /^The relay cannot start, because it would lose outcomes: VAULTLINK_STORE is memory\.$/,
      /^Set VAULTLINK_OUTBOX to sqlite:PATH .*VAULTLINK_RELAY to unsaved\.$/,
    ],
    [
      { environment: { ...RELAY, VAULTLINK_STORE: REDIS } },
      'failed',
      /^The relay cannot start, .*: VAULTLINK_STORE is Redis, which keeps no outcomes\.$/,
    ],
    [
      { environment: { VAULTLINK_RELAY: 'unsaved', VAULTLINK_STORE: 'memory:' } },
      'not checked',
      /in the memory of the running backend/,
    ],
    [
      { environment: { VAULTLINK_STORE: REDIS } },
      'not checked',
      /^The relay is off, and no store keeps outcomes\.$/,
    ],
    [
      { environment: { ...RELAY, VAULTLINK_OUTBOX: 'sqlite:/nowhere/outbox.db' } },
      'not checked',
      /file \/nowhere\/outbox\.db does not exist yet/,
      /set VAULTLINK_OUTBOX to an absolute path/,
    ],
    [
      {
        environment: { ...RELAY, VAULTLINK_OUTBOX: `postgres://user:${PASSWORD}@127.0.0.1:1/db` },
        store: (store) => ({
          ...store,
          outbox: {
            ...outboxOf(store),
            nextDueAtMs: () => Promise.reject(new Error('no answer to the-password')),
          },
        }),
      },
      'failed',
      /^The outcomes in VAULTLINK_OUTBOX cannot be read: no answer to (?!the-password)/,
      /run "vaultlink migrate"/,
    ],
    [
      {
        environment: RELAY,
        store: (store) => ({
          ...store,
          outbox: {
            ...outboxOf(store),
            nextDueAtMs: () =>
              Promise.reject(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })),
          },
        }),
      },
      'failed',
      /cannot be read: ECONNREFUSED\.$/,
    ],
    [
      { environment: RELAY, store: () => ({ ...memoryStore(), outbox: undefined }) },
      'failed',
      /cannot be read: it keeps no outcomes\.$/,
    ],
  ],
  deliveries: [
    [{}, 'ok', /^No outcome waits\.$/],
    [{ before: dueFor(9) }, 'ok', /not due for long/],
    [
      { before: dueFor(11) },
      'failed',
      /^Nobody delivers the outcomes: one is due for 11 minutes\.$/,
      /^Start "vaultlink serve" with this outbox/,
    ],
    [
      { environment: { VAULTLINK_STORE: 'memory:' } },
      'not checked',
      /the check "Outcomes: Kept" did not succeed/,
    ],
  ],
  undelivered: [
    [{}, 'ok', /^None of the last day\.$/],
    [{ before: undeliveredFor(25) }, 'ok', /^None of the last day\.$/],
    [
      { before: undeliveredFor(23) },
      'warning',
      /^1 outcome of the last day was not delivered\. The sellers may not have been paid\.$/,
      /^"vaultlink outcomes list --state undelivered" names them/,
    ],
  ],
});
