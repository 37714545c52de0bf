/**
 * Vaultlink for Solid 2: the types of the elements in JSX. It has no code of its own, since Solid needs none:
 *
 * ```tsx
 * import 'vaultlink/elements';
 * import type {} from 'vaultlink/solid-2';
 *
 * <endlink-finish outcome="complete" onEndlink-confirmed={(event) => console.log(event.detail.status)} />;
 * ```
 *
 * The state as a memo:
 *
 * ```ts
 * import { createMemo, from } from 'solid-js';
 * import { subscribeToEndlink } from 'vaultlink/endlink';
 *
 * const endlink = createMemo(() => from(subscribeToEndlink));
 * ```
 *
 * @module
 */
export type { Solid2Elements } from './elements.ts';
