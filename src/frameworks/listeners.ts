import type { ElementTypes } from './element-types.ts';

/** A tag name of Vaultlink's elements. */
export type Tag = keyof ElementTypes;

/** The events of the element `Name`. */
export type EventsOf<Name extends Tag> = ElementTypes[Name]['events'];

/** The listeners of an element, under the names that a framework gives them: `Prefix`, then the event. */
export type Listeners<Name extends Tag, Prefix extends string> = {
  [Type in keyof EventsOf<Name> & string as `${Prefix}${Type}`]?:
    ((event: EventsOf<Name>[Type]) => void) | null | undefined;
};
