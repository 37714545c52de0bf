/**
 * The elements in the templates of Vue, as its language tools check them: `<endlink-finish :outcome="outcome" />`.
 *
 * @module
 * @see https://vuejs.org/guide/extras/web-components#web-components-and-typescript
 */
import type { HTMLAttributes, PublicProps } from 'vue';
import type { ElementTypes } from '../element-types.ts';
import type { EventsOf, Tag } from '../listeners.ts';

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The listeners as Vue names them: `onEndlinkConfirmed` is `@endlink-confirmed`. */
type VueListeners<Name extends Tag> = {
  [Type in keyof EventsOf<Name> & string as `on${Capitalize<CamelCase<Type>>}`]?:
    ((event: EventsOf<Name>[Type]) => void) | undefined;
};

/** Type of an element in a template. */
type VueElement<Name extends Tag> = new () => ElementTypes[Name]['element'] & {
  $props: HTMLAttributes & ElementTypes[Name]['properties'] & VueListeners<Name> & PublicProps;
};

/** The elements by their tags. */
export type VueElements = { [Name in Tag]: VueElement<Name> };

declare module 'vue' {
  /** Vue's types lack the attribute that puts a child into a slot of an element. */
  interface HTMLAttributes {
    slot?: string | undefined;
  }
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface GlobalComponents extends VueElements {}
}
