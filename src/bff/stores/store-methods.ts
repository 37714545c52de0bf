import type { Store } from './store.ts';

/** Methods that each store has. */
const REQUIRED = [
  'consumeState',
  'connect',
  'findSession',
  'findSessionState',
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
  'prune',
  'ping',
  'durability',
  'close',
] as const satisfies readonly (keyof Store)[];

/** Methods of a store that may fail because it cannot be reached. Some are optional. */
export const STORE_METHODS = [
  ...REQUIRED,
  'setSessionEnd',
  'keepSecret',
  'replaceSecret',
  'renameSubject',
] as const satisfies readonly (keyof Store)[];

/** Returns the names of the methods that an object lacks to be a store. */
export const missingMethodsOf = (store: Partial<Store>): string[] =>
  REQUIRED.filter((name) => typeof store[name] !== 'function');
