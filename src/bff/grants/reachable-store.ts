import { VaultError } from '../../protocol/index.ts';
import { OUTBOX_METHODS } from '../stores/outbox.ts';
import type { Store, StoreHealth, StoreProbe } from '../stores/store.ts';
import { STORE_METHODS } from '../stores/store-methods.ts';
import type { Emit } from '../events.ts';

type Method = (...parameters: unknown[]) => unknown;

/**
 * Wraps a store and its outbox so that each failure becomes a VaultError `store_unavailable`. The original message goes to the operator only.
 *
 * @param emit receives one `failed` event for each failure
 */
export function reachableStore(store: Store, emit: Emit): Store {
  const guarded = (method: Method, where: string): Method => {
    const fail = (reason: unknown): never => {
      const detail = messageOf(reason);
      emit({ type: 'failed', where, code: 'store_unavailable', detail });
      throw new VaultError('store_unavailable', 'The store cannot be reached at the moment.');
    };
    return (...parameters) => {
      try {
        const result = method(...parameters);
        return result instanceof Promise ? result.catch(fail) : result;
      } catch (reason) {
        return fail(reason);
      }
    };
  };
  const guardAll = <Owner extends object>(
    owner: Owner,
    names: readonly (keyof Owner & string)[],
    where: string,
  ): Owner =>
    Object.fromEntries(
      names.map((name) => {
        const method = owner[name] as Method | undefined;
        return [name, method && guarded(method.bind(owner), `${where}.${name}`)];
      }),
    ) as Owner;
  const { probe, outbox } = store;
  return {
    ...guardAll(store, STORE_METHODS, 'store'),
    probe: probe && (guardAll<Partial<Store>>(probe, STORE_METHODS, 'store') as StoreProbe),
    outbox: outbox && {
      ...guardAll(outbox, OUTBOX_METHODS, 'store.outbox'),
      isDurable: outbox.isDurable,
    },
  };
}

/** Minimum time between two queries of the store. Anybody can request the readiness probe. */
const REPLACEMENT_INTERVAL_MS = 5000;

/**
 * Creates a function that emits an event if the server of the store was replaced by one that may lack confirmed writes. It never throws: other calls
 * report an unreachable store.
 *
 * @param now real time in milliseconds since 1970
 */
export function createReplacementWatch(
  store: Pick<StoreHealth, 'serverReplaced'>,
  now: () => number,
  emit: Emit,
): () => Promise<void> {
  let nextQueryAtMs = -Infinity;
  return async () => {
    if (!store.serverReplaced || now() < nextQueryAtMs) return;
    nextQueryAtMs = now() + REPLACEMENT_INTERVAL_MS;
    try {
      const detail = await store.serverReplaced();
      if (detail === undefined) return;
      emit({ type: 'failed', where: 'store.serverReplaced', code: 'store_unavailable', detail });
    } catch {
      // The next call queries again.
    }
  };
}

/** Returns the message of what a store has thrown. If a host has several addresses, Node's error for it has only a code. */
export function messageOf(reason: unknown): string {
  if (!(reason instanceof Error)) return 'The store threw a value that is not an Error.';
  const { name, message, code = name } = reason as Error & { code?: string };
  return message || code;
}
