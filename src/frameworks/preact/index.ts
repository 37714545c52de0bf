/**
 * Vaultlink for Preact: the types of the elements in JSX. It has no code of its own, since Preact needs none:
 *
 * ```tsx
 * import 'vaultlink/elements';
 * import type {} from 'vaultlink/preact';
 *
 * <endlink-finish outcome="complete" onendlink-confirmed={(event) => console.log(event.detail.status)} />;
 * ```
 *
 * The state as a hook:
 *
 * ```ts
 * import { useEffect, useState } from 'preact/hooks';
 * import { endlinkState, subscribeToEndlink } from 'vaultlink/endlink';
 *
 * function useEndlink() {
 *   const [state, setState] = useState(endlinkState);
 *   useEffect(() => subscribeToEndlink(setState), []);
 *   return state;
 * }
 * ```
 *
 * @module
 */
export type { PreactElements } from './elements.ts';
