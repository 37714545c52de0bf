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
import type { JSX } from 'solid-js';
import type { ElementTypes } from '../element-types.ts';
import type { EventsOf, Tag } from '../listeners.ts';

type Prefixed<Values, Prefix extends string> = {
  [Name in keyof Values & string as `${Prefix}:${Name}`]?: Values[Name];
};

/** The elements by their tags, with what JSX may set on each. */
export type SolidElements = {
  [Name in Tag]: JSX.HTMLAttributes<ElementTypes[Name]['element']> &
    ElementTypes[Name]['attributes'] &
    Prefixed<ElementTypes[Name]['attributes'], 'attr'> &
    Prefixed<ElementTypes[Name]['properties'], 'prop'>;
};

/** All events. They bubble, so `on:` may name them on any element. */
export interface SolidEvents
  extends EventsOf<'endlink-finish'>, EventsOf<'vault-connect'>, EventsOf<'vault-push'> {}

declare module 'solid-js' {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type
    interface IntrinsicElements extends SolidElements {}
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type
    interface CustomEvents extends SolidEvents {}
  }
}
