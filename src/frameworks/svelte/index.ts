/**
 * Vaultlink for Svelte: the endlink and the connection to a vault as readable stores, such as `$endlink`.
 *
 * Importing it does nothing, on a server too.
 *
 * @module
 */
import type { Readable } from 'svelte/store';
import { subscribeToEndlink } from '../../browser/endlink/index.ts';
import type { EndlinkState } from '../../browser/endlink/index.ts';
import { vaultConnection } from '../../browser/vault/index.ts';
import type { ConnectionOptions, ConnectionSnapshot } from '../../browser/vault/index.ts';
import { isServer, SERVER_CONNECTION, SERVER_ENDLINK } from '../server-states.ts';

/**
 * What is known of this tab's token. On a server the state is `missing`.
 *
 * @see interface §4.4
 */
export const endlink: Readable<EndlinkState> = {
  subscribe: (run) => (isServer() ? once(run, SERVER_ENDLINK) : subscribeToEndlink(run)),
};

/**
 * Returns the connection between this browser and its user's vault. On a server its state is `checking`. The first subscriber starts a check.
 *
 * @param options which connection
 */
export function vault(options: ConnectionOptions = {}): Readable<ConnectionSnapshot> {
  return {
    subscribe: (run) =>
      isServer() ? once(run, SERVER_CONNECTION) : vaultConnection(options).subscribe(run),
  };
}

/** Gives a value that never changes. Returns what ends the subscription. */
function once<Value>(run: (value: Value) => void, value: Value): () => void {
  run(value);
  return () => undefined;
}
