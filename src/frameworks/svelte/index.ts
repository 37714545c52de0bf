/**
 * Vaultlink for Svelte: the endlink and the connection to a vault as readable stores, such as `$endlink`.
 *
 * On a server importing it does nothing.
 *
 * @module
 */
import type { Readable } from 'svelte/store';
import { subscribeToEndlink } from '../../browser/endlink/index.ts';
import type { EndlinkState } from '../../browser/endlink/index.ts';
import { vaultConnection } from '../../browser/vault/index.ts';
import type { ConnectionOptions, ConnectionSnapshot } from '../../browser/vault/index.ts';
import { SERVER_CONNECTION, SERVER_ENDLINK } from '../server-states.ts';
import { storeOf } from './store-of.ts';
import type { HTMLAttributes } from 'svelte/elements';
import type { ElementTypes } from '../element-types.ts';
import type { Listeners, Tag } from '../listeners.ts';

/**
 * The state of this tab's token, as a store.
 *
 * On a server, and in the first render of a page that a server has rendered, the state is `missing`.
 *
 * @see interface §4.4
 */
export const endlink: Readable<EndlinkState> = storeOf(SERVER_ENDLINK, subscribeToEndlink);

/**
 * Returns the connection between this browser and its user's vault. The first subscriber starts a check.
 *
 * On a server, and in the first render of a page that a server has rendered, the state is `checking`.
 *
 * @param options which connection
 */
export const vault = (options: ConnectionOptions = {}): Readable<ConnectionSnapshot> =>
  storeOf(SERVER_CONNECTION, (run) => vaultConnection(options).subscribe(run));

/** The elements by their tags, with what markup may set on each. */
export type SvelteElements = {
  [Name in Tag]: HTMLAttributes<ElementTypes[Name]['element']> &
    ElementTypes[Name]['attributes'] &
    ElementTypes[Name]['properties'] &
    Listeners<Name, 'on'> &
    Listeners<Name, 'on:'>;
};

declare module 'svelte/elements' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface SvelteHTMLElements extends SvelteElements {}
}
