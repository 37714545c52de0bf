/**
 * The elements in the markup of Svelte: `<endlink-finish {outcome} />`.
 *
 * @module
 */
import type { HTMLAttributes } from 'svelte/elements';
import type { ElementTypes } from '../element-types.ts';
import type { Listeners, Tag } from '../listeners.ts';

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
