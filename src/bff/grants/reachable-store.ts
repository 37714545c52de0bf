import { VaultError } from '../../protocol/index.ts';
import type { Store } from '../stores/store.ts';
import { STORE_METHODS } from '../stores/store-methods.ts';
import type { Emit } from '../events.ts';

type Method = (...parameters: unknown[]) => unknown;

/**
 * Wraps a store so that each failure becomes a VaultError `store_unavailable`. The original message goes to the operator only.
 *
 * @param emit receives one `failed` event for each failure
 */
export function reachableStore(store: Store, emit: Emit): Store {
  const guarded = (
    owner: Partial<Store>,
    name: (typeof STORE_METHODS)[number],
  ): Method | undefined => {
    const method = owner[name]?.bind(owner) as Method | undefined;
    if (!method) return undefined;
    const fail = (reason: unknown): never => {
      const detail =
        reason instanceof Error ? reason.message : 'The store threw a value that is not an Error.';
      emit({ type: 'failed', where: `store.${name}`, code: 'store_unavailable', detail });
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
  const guardAll = (owner: Partial<Store>) =>
    Object.fromEntries(
      STORE_METHODS.map((name) => [name, guarded(owner, name)]),
    ) as unknown as Store;
  return { ...guardAll(store), probe: store.probe && guardAll(store.probe), outbox: store.outbox };
}
