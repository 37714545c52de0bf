/**
 * The part for a page whose sessionStorage is blocked: `history.state` keeps the record, so that a reload and the back button find it.
 *
 * @module
 */
import { readyState } from '../unclobbered.ts';
import type { EndlinkEngine, Parts } from './parts.ts';

/** Starts the part. */
export function start(engine: EndlinkEngine): Parts['blocked-storage'] {
  keepRecordInHistory(engine);
  return {};
}

/** Keeps the record beside what a router has in `history.state`, so that a reload and the back button find it while the address stays clean. */
function keepRecordInHistory(engine: EndlinkEngine): void {
  const write = () => {
    const record = engine.readRecord();
    const state = window.history.state as { vaultlink?: unknown } | null;
    if (record?.inMemory && JSON.stringify(state?.vaultlink) !== JSON.stringify(record))
      addToHistoryState({ vaultlink: record });
  };
  engine.subscribe(write);
  addEventListener('load', () => setTimeout(write));
}

/**
 * Adds fields to `history.state`, and leaves a state alone that the page could not use with them. Browsers limit how often that may happen: then
 * nothing is added.
 *
 * @returns whether the state can have fields now
 */
export function addToHistoryState(fields: object): boolean {
  // A script of the page may have a variable of its own called `history`.
  const { history } = window;
  const state = history.state as unknown;
  // Some routers cannot start from a state that they do not know, and none can use one that is no plain object.
  const isExtensible =
    state === null
      ? readyState() === 'complete'
      : Object.prototype.toString.call(state) === '[object Object]';
  try {
    if (isExtensible) history.replaceState({ ...(state as object), ...fields }, '');
  } catch {
    // The limit is reached.
  }
  return isExtensible;
}
