/**
 * The elements in the templates of Vue, as its language tools check them: `<endlink-finish :outcome="outcome" />`.
 *
 * @module
 * @see https://vuejs.org/guide/extras/web-components#web-components-and-typescript
 */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { ElementTypes } from '../element-types.ts';
import type { EventsOf, Tag } from '../listeners.ts';

/** What a template sees of an element. */
type VueElement<Name extends Tag> = new () => ElementTypes[Name]['element'] & {
  $props: HTMLAttributes & ElementTypes[Name]['properties'] & PublicProps;
  $emit: EmitFn<{
    [Type in keyof EventsOf<Name>]: (event: EventsOf<Name>[Type]) => void;
  }>;
};

/** The elements by their tags. */
export type VueElements = { [Name in Tag]: VueElement<Name> };

declare module 'vue' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface GlobalComponents extends VueElements {}
}
