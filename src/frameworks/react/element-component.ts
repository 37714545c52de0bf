import { createElement, forwardRef, useEffect, useImperativeHandle } from 'react';
import { useLayoutEffect, useRef } from 'react';
import type { ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';

/** A name in camel case: `EndlinkConfirmed` of `endlink-confirmed`. */
type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;

/** A prop for each event: `onEndlinkConfirmed` of `endlink-confirmed`. */
type EventProps<Type extends keyof GlobalEventHandlersEventMap> = {
  [Name in Type as `on${PascalCase<Name>}`]?:
    ((event: GlobalEventHandlersEventMap[Name]) => void) | undefined;
};

/** The props of an element: its own properties and events, and those that every element of HTML has. */
export type ElementProps<
  Element extends HTMLElement,
  Property extends keyof Element,
  Type extends keyof GlobalEventHandlersEventMap,
> = Omit<HTMLAttributes<Element>, Property> & {
  [Name in Property]?: Element[Name] | undefined;
} & EventProps<Type>;

/** A component that renders an element. Its `ref` is the element. */
export type ElementComponent<Element extends HTMLElement, Props> = ForwardRefExoticComponent<
  Props & RefAttributes<Element>
>;

/** What a component has to know of an element. */
interface ElementDescription<Element extends HTMLElement, Props> {
  tag: string;
  /** The class of the element, with the attribute of each property. */
  elementClass: {
    new (): Element;
    properties: Record<string, { attribute?: boolean | string; state?: boolean }>;
  };
  /** The types of its events. */
  events: readonly string[];
  /** A property without which the element does nothing, and the prop of the handler that can cancel what it does. */
  awaits?: { property: keyof Props & string; handler: keyof Props & string };
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
export function createElementComponent<Element extends HTMLElement, Props extends object>({
  tag,
  elementClass,
  events,
  awaits,
}: ElementDescription<Element, Props>): ElementComponent<Element, Props> {
  const attributes = attributesOf(elementClass);
  const types = new Map(events.map((type) => [propOf(type), type]));

  const Component = forwardRef<Element, AnyProps>((props, ref) => {
    const element = useRef<Element>(null);
    const committed = useRef<AnyProps>(undefined);
    useImperativeHandle<Element | null, Element | null>(ref, () => element.current, []);

    useCommitEffect(() => {
      const node = element.current;
      if (!node) return;
      const before = committed.current;
      committed.current = props;
      if (!before) listen(node, types, committed as { current: AnyProps });
      for (const name of attributes.keys()) {
        if (name in props || (before && name in before)) Reflect.set(node, name, props[name]);
      }
    });

    const rendered: Record<string, unknown> = { ref: element };
    for (const [name, value] of Object.entries(props)) {
      if (types.has(name)) continue;
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
  return Component as unknown as ElementComponent<Element, Props>;
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
  node: HTMLElement & { lastEvent?: Event | undefined },
  types: ReadonlyMap<string, string>,
  props: { readonly current: AnyProps },
): void {
  const propOfType = new Map([...types].map(([prop, type]) => [type, prop]));
  const handle = (event: Event) => {
    const handler = props.current[propOfType.get(event.type) ?? ''];
    if (typeof handler === 'function') (handler as (event: Event) => void)(event);
  };
  for (const type of propOfType.keys()) node.addEventListener(type, handle);
  // An element in the HTML of the server may have got its result before the page was hydrated. What can be cancelled is over.
  const missed = node.lastEvent;
  if (missed && !missed.cancelable) queueMicrotask(() => handle(missed));
}

/** The attribute of each property that has one. */
function attributesOf({
  properties,
}: ElementDescription<HTMLElement, object>['elementClass']): ReadonlyMap<string, string> {
  const declared = Object.entries(properties).filter(([, { state }]) => !state);
  return new Map(
    declared.map(([name, { attribute }]) => [
      name,
      typeof attribute === 'string' ? attribute : name,
    ]),
  );
}

/** The prop of an event: `onEndlinkConfirmed` of `endlink-confirmed`. */
function propOf(type: string): string {
  const words = type.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `on${words.join('')}`;
}
