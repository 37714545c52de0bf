/**
 * Contract tests for a store of your own: they check all that the backend relies on, also with several processes at once.
 *
 * @module
 */
import type { Awaitable, Outbox, Store } from '../../bff/index.ts';
import { consumedStates } from './consumed-states.ts';
import { grantLeases } from './grant-leases.ts';
import { grants } from './grants.ts';
import { acceptance } from './outbox-accept.ts';
import { deliveries } from './outbox-leases.ts';
import { records } from './outbox-records.ts';
import type { OutboxBehaviour } from './outbox-samples.ts';
import { grantOf, NOON_MS, sessionOf } from './samples.ts';
import type { Contract, StoreBehaviour } from './samples.ts';
import { secrets } from './secrets.ts';
import { sessions } from './sessions.ts';
import { health, upkeep } from './upkeep.ts';

/** An empty store for one test. */
export interface StoreUnderTest {
  store: Store;
  /** The same store, as another process has it: through a connection of its own. Default: `store`. */
  other?: Store | undefined;
  /** Called after the test. */
  close?: (() => Awaitable<unknown>) | undefined;
}

/**
 * Opens an empty store for one test.
 *
 * @param now the clock of the test, in milliseconds since 1970. Leases, and the deaths of grants, have to go by it
 */
export type OpenStore = (now: () => number) => Awaitable<StoreUnderTest>;

/** An empty outbox for one test. */
export interface OutboxUnderTest {
  /** `undefined`: the store has none, and passes. */
  outbox: Outbox | undefined;
  /** The same outbox, as another process has it: through a connection of its own. Default: `outbox`. */
  other?: Outbox | undefined;
  /** Called after the test. */
  close?: (() => Awaitable<unknown>) | undefined;
}

/**
 * Opens an empty outbox for one test.
 *
 * @param now the clock of the test, in milliseconds since 1970. Leases have to go by it
 */
export type OpenOutbox = (now: () => number) => Awaitable<OutboxUnderTest>;

/** A test of a store. */
export interface StoreTest {
  /** The interface that the test is about. */
  name: StoreInterface;
  /** A sentence about behaviour. */
  title: string;
  /** Runs the test with a store of its own. Rejects with an `Error` if the store behaves otherwise. */
  run: () => Promise<void>;
}

const CONTRACTS: Readonly<Record<Exclude<StoreInterface, 'Outbox'>, Contract>> = {
  ConsumedStates: consumedStates,
  Sessions: sessions,
  Grants: grants,
  GrantLeases: grantLeases,
  Secrets: secrets,
  StoreHealth: health,
  StoreUpkeep: upkeep,
};

const OUTBOX_CONTRACT = { ...acceptance, ...deliveries, ...records };

/** The name of an interface of which `Store` consists, or of its outbox. */
export type StoreInterface =
  | 'ConsumedStates'
  | 'Sessions'
  | 'Grants'
  | 'GrantLeases'
  | 'Secrets'
  | 'StoreHealth'
  | 'StoreUpkeep'
  | 'Outbox';

/**
 * Returns the contract tests of all interfaces of a store, and of its outbox: a store without one passes those. They need no test runner: give each
 * `run` to the one that you use. A store has to implement all methods of {@link Store} except `serverReplaced`, `probe` and `migration`.
 */
export const storeContract = (open: OpenStore): StoreTest[] => [
  ...Object.entries(CONTRACTS).flatMap(([name, contract]) =>
    Object.entries(contract).map(([title, test]) => ({
      name: name as StoreInterface,
      title,
      run: () => runWith(open, test),
    })),
  ),
  ...outboxContract(async (now) => {
    const { store, other = store, close } = await open(now);
    return { outbox: store.outbox, other: other.outbox, close };
  }),
];

/** Returns the contract tests of an outbox alone; see {@link storeContract}. */
export const outboxContract = (open: OpenOutbox): StoreTest[] =>
  Object.entries(OUTBOX_CONTRACT).map(([title, test]) => ({
    name: 'Outbox',
    title,
    run: () => runWithOutbox(open, test),
  }));

async function runWith(open: OpenStore, test: StoreBehaviour): Promise<void> {
  const time = standingTime();
  const { store, other = store, close } = await open(time.now);
  try {
    await store.connect(sessionOf('session-1', 'grant-1'), grantOf('grant-1'));
    await test({ store, other, time });
  } finally {
    await close?.();
  }
}

async function runWithOutbox(open: OpenOutbox, test: OutboxBehaviour): Promise<void> {
  const time = standingTime();
  const { outbox, other = outbox, close } = await open(time.now);
  try {
    if (outbox && other) await test({ outbox, other, time });
  } finally {
    await close?.();
  }
}

/** Returns a clock that moves only when the test says so. */
function standingTime() {
  let nowMs = NOON_MS;
  return {
    now: () => nowMs,
    advance(milliseconds: number) {
      nowMs += milliseconds;
    },
  };
}
