/**
 * The elements in the JSX of React 19: `<endlink-finish outcome="complete" />`.
 *
 * Only attributes have types here. React writes a property such as `baseUrl` into the HTML of a server under a name that the element does not
 * know.
 *
 * @module
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ElementTypes } from '../element-types.ts';
import type { Listeners, Tag } from '../listeners.ts';

/** The elements by their tags, with what JSX may set on each. */
export type ReactElements = {
  [Name in Tag]: DetailedHTMLProps<
    HTMLAttributes<ElementTypes[Name]['element']>,
    ElementTypes[Name]['element']
  > &
    ElementTypes[Name]['attributes'] &
    Listeners<Name, 'on'> & { class?: string | undefined };
};

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type
    interface IntrinsicElements extends ReactElements {}
  }
}
