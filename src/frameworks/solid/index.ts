/**
 * Vaultlink for Solid 1: the types of the elements in JSX. For Solid 2 there is `vaultlink/solid-2`. It has no code of its own, since Solid
 * needs none:
 *
 * ```tsx
 * import 'vaultlink/elements';
 * import type {} from 'vaultlink/solid';
 *
 * <endlink-finish outcome="complete" on:endlink-confirmed={(event) => console.log(event.detail.status)} />;
 * ```
 *
 * The state as a signal:
 *
 * ```ts
 * import { from } from 'solid-js';
 * import { endlinkState, subscribeToEndlink } from 'vaultlink/endlink';
 * import { vaultConnection } from 'vaultlink/vault';
 *
 * const endlink = from(subscribeToEndlink, endlinkState());
 *
 * const connection = vaultConnection();
 * const vault = from(connection.subscribe, connection.snapshot);
 * ```
 *
 * Call `from` in a component: the subscription ends with it.
 *
 * @module
 */
export type { SolidElements, SolidEvents } from './elements.ts';
