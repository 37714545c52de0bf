import type { Grant, NewPair, Session, Store } from '../../bff/index.ts';

/** A store that holds `grant-1` of `user-1` and its session, `session-1`. */
interface Opened {
  store: Store;
  /** The same store, as another process has it. */
  other: Store;
  time: { now: () => number; advance: (milliseconds: number) => void };
}

/** The tests of one interface, by title. */
export type Contract = Readonly<Record<string, StoreBehaviour>>;

/** Tests one behaviour. Rejects if the store behaves otherwise. */
export type StoreBehaviour = (opened: Opened) => Promise<void>;

export const NOON_MS = Date.UTC(2026, 2, 1, 12);
export const DAY_MS = 86_400_000;

export const grantOf = (id: string, subject = 'user-1'): Grant => ({
  id,
  subject,
  sealed: `key-1.sealed-${id}`,
  version: 1,
  scope: 'push_packet',
  expiresAtMs: NOON_MS + DAY_MS,
  receivedAtMs: NOON_MS,
});

export const sessionOf = (id: string, grantId: string): Session => ({
  id,
  grantId,
  expiresAtMs: NOON_MS + 2 * DAY_MS,
});

export const pair: NewPair = {
  sealed: 'key-1.sealed-anew',
  expiresAtMs: NOON_MS + 2 * DAY_MS,
  receivedAtMs: NOON_MS + DAY_MS,
};

/** Number of calls at the same time. */
export const MANY = 20;

/** Does the same many times at once, with the two stores in turn. @param work is given a store and a number of its own */
export const atOnce = <T>(
  [one, other]: readonly [Store, Store],
  work: (store: Store, index: number) => T,
): Promise<Awaited<T>[]> =>
  Promise.all(
    Array.from({ length: MANY }, async (_, index) => await work(index % 2 ? other : one, index)),
  );
