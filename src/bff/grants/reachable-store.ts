import { VaultError } from '../../protocol/index.ts';
import { OUTBOX_METHODS } from '../stores/outbox.ts';
import type { Store, StoreProbe } from '../stores/store.ts';
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

/** Returns the message of what a store has thrown. If a host has several addresses, Node's error for it has only a code. */
export function messageOf(reason: unknown): string {
  if (!(reason instanceof Error)) return 'The store threw a value that is not an Error.';
  const { name, message, code = name } = reason as Error & { code?: string };
  return message || code;
}
