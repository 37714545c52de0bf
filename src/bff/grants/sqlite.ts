import type { Store } from './store.ts';

/** A store in one SQLite file. */
export function sqliteStore(path: string, options: { now?: () => number } = {}): Store {

  throw new Error("Not yet.");
}
