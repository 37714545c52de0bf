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
import type { HTMLAttributes, Signalish } from 'preact';
import type { ElementTypes } from '../element-types.ts';
import type { Listeners, Tag } from '../listeners.ts';

/** Values as they are, or in a signal. */
type Signals<Values> = { [Name in keyof Values]: Signalish<Values[Name]> };

/** The elements by their tags, with what JSX may set on each. */
export type PreactElements = {
  [Name in Tag]: HTMLAttributes<ElementTypes[Name]['element']> &
    Signals<ElementTypes[Name]['attributes']> &
    Listeners<Name, 'on'>;
};

declare module 'preact' {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type
    interface IntrinsicElements extends PreactElements {}
  }
}
