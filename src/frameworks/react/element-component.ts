import { createElement, forwardRef, useEffect, useImperativeHandle } from 'react';
import { useLayoutEffect, useRef } from 'react';
import type { ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';
import type { ElementTypes } from '../element-types.ts';
import type { EventsOf, Tag } from '../listeners.ts';

/** A name in camel case: `EndlinkConfirmed` of `endlink-confirmed`. */
type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;

/** The prop of an event: `onEndlinkConfirmed` of `endlink-confirmed`. */
type HandlerName<Type extends string> = `on${PascalCase<Type>}`;

/** The class of an element. */
type ElementOf<Name extends Tag> = ElementTypes[Name]['element'];

/** The props of an element: its own properties and events, and those that every element of HTML has. */
export type ElementProps<Name extends Tag> = Omit<
  HTMLAttributes<ElementOf<Name>>,
  keyof ElementTypes[Name]['properties']
> &
  ElementTypes[Name]['properties'] & {
    [Type in keyof EventsOf<Name> & string as HandlerName<Type>]?:
      ((event: EventsOf<Name>[Type]) => void) | null | undefined;
  };

/** A component that renders an element. Its `ref` is the element. */
export type ElementComponent<Name extends Tag> = ForwardRefExoticComponent<
  ElementProps<Name> & RefAttributes<ElementOf<Name>>
>;

/** Description of an element for its component. */
interface ElementDescription<Name extends Tag> {
  /** The class of the element, with the attribute of each property. */
  elementClass: {
    name: string;
    properties: Record<string, { attribute?: boolean | string; state?: boolean }>;
  };
  /** The event of each handler. */
  events: { readonly [Type in keyof EventsOf<Name> & string as HandlerName<Type>]: Type };
  /** A property without which the element does nothing, and the handler that can cancel what it does. */
  awaits?: {
    property: keyof ElementTypes[Name]['properties'];
    handler: HandlerName<keyof EventsOf<Name> & string>;
  };
}

type AnyProps = Readonly<Record<string, unknown>>;

/**
 * Makes the component of an element.
 *
 * The server renders the properties as attributes, so that the element works before React has hydrated the page. In the browser the component
 * sets properties and adds listeners by itself: React drops both when it hydrates an element of this kind.
 *
 * @see https://github.com/react/react/issues/35446
 */
export function createElementComponent<Name extends Tag>(
  tag: Name,
  { elementClass, events, awaits }: ElementDescription<Name>,
): ElementComponent<Name> {
  const attributes = attributesOf(elementClass);

  const Component = forwardRef<ElementOf<Name>, AnyProps>((props, ref) => {
    const element = useRef<ElementOf<Name>>(null);
    const committed = useRef<AnyProps>(undefined);
    useImperativeHandle<unknown, unknown>(ref, () => element.current, []);

    useCommitEffect(() => {
      const node = element.current;
      if (!node) return;
      const before = committed.current;
      committed.current = props;
      if (!before) listen(node, events, committed);
      for (const name of attributes.keys()) {
        if (name in props || (before && name in before)) Reflect.set(node, name, props[name]);
      }
    });

    const rendered: Record<string, unknown> = { ref: element };
    for (const [name, value] of Object.entries(props)) {
      if (name in events) continue;
      // A handler that can cancel is not there before the page is hydrated, so the element has to wait for it.
      if (name === awaits?.property && props[awaits.handler]) continue;
      // React 18 knows neither `className` nor false on an element of this kind.
      if (name === 'className') rendered.class = value;
      else if (attributes.has(name)) rendered[attributes.get(name) ?? name] = value || undefined;
      else rendered[name] = value;
    }
    return createElement(tag, rendered);
  });
  Component.displayName = elementClass.name;
  return Component;
}

/** An effect before the browser paints. On a server React 18 warns of `useLayoutEffect`. */
const useCommitEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Adds the listeners of an element once. Each calls the handler of the props that React has committed last.
 *
 * They are never removed: they go with the element. So a push that is in flight when the element is unmounted still has its result handled, and
 * nothing is missed while `<Suspense>` hides the element.
 */
function listen(
  node: HTMLElement,
  events: Readonly<Record<string, string>>,
  props: { readonly current: AnyProps | undefined },
): void {
  const handlers = new Map(Object.entries(events).map(([handler, type]) => [type, handler]));
  const handle = (event: Event) => {
    const handler = props.current?.[handlers.get(event.type) ?? ''];
    if (typeof handler === 'function') (handler as (event: Event) => void)(event);
  };
  for (const type of handlers.keys()) node.addEventListener(type, handle);
}

/** The attribute of each property that has one. */
function attributesOf({
  properties,
}: ElementDescription<Tag>['elementClass']): ReadonlyMap<string, string> {
  const declared = Object.entries(properties).filter(([, { state }]) => !state);
  return new Map(
    declared.map(([name, { attribute }]) => [
      name,
      typeof attribute === 'string' ? attribute : name,
    ]),
  );
}
