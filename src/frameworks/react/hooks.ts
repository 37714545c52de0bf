import { useInsertionEffect, useSyncExternalStore } from 'react';
import { captureEndlink, endlinkState, subscribeToEndlink } from '../../browser/endlink/index.ts';
import type { EndlinkState } from '../../browser/endlink/index.ts';
import { vaultConnection } from '../../browser/vault/index.ts';
import type { ConnectionOptions, ConnectionSnapshot } from '../../browser/vault/index.ts';
import { SERVER_CONNECTION, SERVER_ENDLINK } from '../server-states.ts';

/** The state that was read last. React renders forever if it is a new object each time. */
let lastState: EndlinkState = SERVER_ENDLINK;

/**
 * Returns the state of this tab's endlink token: `waiting`, `confirmed`, and so on. The component is rendered again with each change.
 *
 * @returns the same object until something changes; on a server, and while a page is hydrated, `missing`
 */
export function useEndlink(): EndlinkState {
  // A render writes nothing. Subscribing comes after layout effects, in which a router may change the address, and insertion effects come before.
  useInsertionEffect(() => void captureEndlink(), []);
  return useSyncExternalStore(subscribeToEndlink, readState, () => SERVER_ENDLINK);
}

/**
 * Returns the state of the connection to the user's vault, with its details. The component is rendered again with each change. The session is
 * fetched once for all components and elements of the same backend.
 *
 * @param options which backend, as the attributes of `<vault-connect>` name it. Default: the one at `/vault`
 * @returns the same object until something changes; on a server, and while a page is hydrated, `checking`
 */
export function useVault(options?: ConnectionOptions): ConnectionSnapshot {
  const connection = vaultConnection(options);
  return useSyncExternalStore(
    connection.subscribe,
    () => connection.snapshot,
    () => SERVER_CONNECTION,
  );
}

function readState(): EndlinkState {
  const state = endlinkState();
  if (!isSameState(state, lastState)) lastState = state;
  return lastState;
}

/** Returns whether two states hold the same. Their fields are plain values. */
function isSameState(one: EndlinkState, other: EndlinkState): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof EndlinkState)[];
  return names.every((name) => one[name] === other[name]);
}
