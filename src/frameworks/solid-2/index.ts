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
import type { JSX } from '@solidjs/web';
import type { ElementTypes } from '../element-types.ts';
import type { EventsOf, Tag } from '../listeners.ts';

/** Solid 2 takes what begins with `on` and a capital letter as an event, and lowers its name. */
type SolidListeners<Name extends Tag> = {
  [Type in keyof EventsOf<Name> & string as `on${Capitalize<Type>}`]?:
    JSX.EventHandlerUnion<ElementTypes[Name]['element'], EventsOf<Name>[Type] & Event> | undefined;
};

/** Solid 2 sets attributes, and properties by this prefix. */
type SolidProperties<Name extends Tag> = {
  [
    Property in keyof ElementTypes[Name]['properties'] & string as `prop:${Property}`
  ]?: ElementTypes[Name]['properties'][Property];
};

/** The elements by their tags, with what JSX may set on each. */
export type Solid2Elements = {
  [Name in Tag]: JSX.HTMLAttributes<ElementTypes[Name]['element']> &
    ElementTypes[Name]['attributes'] &
    SolidProperties<Name> &
    SolidListeners<Name>;
};

declare module '@solidjs/web' {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type
    interface IntrinsicElements extends Solid2Elements {}
  }
}
