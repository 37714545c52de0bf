import { VaultError } from '../../protocol/index.ts';
import type { Store } from '../stores/store.ts';
import type { Emit } from '../events.ts';

const METHODS = [
  'consumeState',
  'connect',
  'findSession',
  'findSessionState',
  'setSessionEnd',
  'disconnect',
  'disconnectSubject',
  'findGrant',
  'findGrantOfSubject',
  'grants',
  'takeLease',
  'renewLease',
  'releaseLease',
  'markRefreshing',
  'saveGrant',
  'markDead',
  'replaceSeal',
  'keepSecret',
  'replaceSecret',
  'renameSubject',
  'prune',
  'ping',
  'durability',
  'close',
] as const satisfies readonly (keyof Store)[];

type Method = (...parameters: unknown[]) => unknown;

/**
 * Wraps a store so that each failure becomes a VaultError `store_unavailable`. The original message goes to the operator only.
 *
 * @param emit receives one `failed` event for each failure
 */
export function reachableStore(store: Store, emit: Emit): Store {
  const guarded = (owner: Partial<Store>, name: (typeof METHODS)[number]): Method | undefined => {
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
    Object.fromEntries(METHODS.map((name) => [name, guarded(owner, name)])) as unknown as Store;
  return { ...guardAll(store), probe: store.probe && guardAll(store.probe) };
}
