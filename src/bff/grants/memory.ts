import type { Store } from './store.ts';

/** A store for tests and for trying out: gone with the process. */
export function memoryStore(options: { now?: () => number } = {}): Store {

  throw new Error("Not yet.");
}
