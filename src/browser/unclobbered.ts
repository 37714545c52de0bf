/**
 * Reads what a page can hide by a name: a field called `method` takes the place of the form's own `method`, and an image called `currentScript`
 * that of the document's. The prototypes still have the real ones. The window, too, offers elements and frames under their names.
 *
 * @see https://html.spec.whatwg.org/multipage/dom.html#dom-tree-accessors:dom-document-nameditem-filter
 * @module
 */

/** Returns the value of a property as its prototype defines it. */
export function readProperty<Target extends object, Name extends keyof Target>(
  type: { prototype: Target },
  object: Target,
  name: Name,
): Target[Name] {
  return Reflect.get(type.prototype, name, object);
}

/** Returns the value of an attribute. `null`: there is none. */
export const readAttribute = (element: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(element, name);

/** Sets an attribute, or, with `null`, removes it. */
export function writeAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) Element.prototype.removeAttribute.call(element, name);
  else Element.prototype.setAttribute.call(element, name, value);
}

/** Returns the elements of a tree that match, its own root among them. */
export function findAll(tree: ParentNode, selector: string): Element[] {
  // A form may be called `querySelectorAll`. The overload for names that HTML no longer has is found first.
  if (tree instanceof Document)
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    return [...Document.prototype.querySelectorAll.call(tree, selector)];
  if (!(tree instanceof Element)) return [...tree.querySelectorAll(selector)];
  const own = isMatch(tree, selector) ? [tree] : [];
  // Most of what a page adds is one element.
  if (tree.childElementCount === 0) return own;
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return [...own, ...Element.prototype.querySelectorAll.call(tree, selector)];
}

/** Returns whether nobody sees the page. */
export const isDocumentHidden = (): boolean => readOfDocument('hidden', 'boolean');

/** Returns whether the browser renders the page before anybody asks for it. */
export const isPrerendering = (): boolean => !!readOfDocument('prerendering', 'boolean');

/** Returns how far the browser has read the page. */
export const readyState = (): DocumentReadyState => readOfDocument('readyState', 'string');

function readOfDocument<Name extends keyof Document>(name: Name, type: string): Document[Name] {
  // The DOMs of test runners, and tests, define it on the document itself.
  const value = document[name];
  return typeof value === type ? value : readProperty(Document, document, name);
}

/** Replaces a method of the browser, where the page has not locked it or put something else in its place. */
export function replaceMethod<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  replace: (original: Target[Name]) => Target[Name],
): void {
  const original = target[name];
  if (typeof original !== 'function') return;
  try {
    target[name] = replace(original);
  } catch {
    // The page works as if we were not there.
  }
}

/** The Navigation API, as far as it is used here; not in TypeScript's DOM yet. */
interface NavigationApi extends EventTarget {
  readonly currentEntry: { readonly key: string } | null;
}

/** Returns the Navigation API where the browser has it: `<nav id="navigation">` is none. */
export function navigationApi(): NavigationApi | undefined {
  const { navigation, Navigation: Api } = window as {
    navigation?: unknown;
    Navigation?: abstract new () => NavigationApi;
  };
  return typeof Api === 'function' && navigation instanceof Api ? navigation : undefined;
}

/**
 * Returns a global that a script has set, and no element or frame of that name (`<iframe name="vaultlink">`).
 *
 * @see https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object
 */
export const ownGlobal = <Name extends 'vaultlink' | 'vaultlinkConfig'>(
  name: Name,
): Window[Name] | undefined => (Object.hasOwn(window, name) ? window[name] : undefined);

/** Returns whether a value is an object of a script. Elements, and windows, have a name of their own here. */
const isPlain = (value: unknown) => Object.prototype.toString.call(value) === '[object Object]';

declare const vaultlinkConfig: Window['vaultlinkConfig'];

/** Returns the settings that the page has set in a script, also by `const vaultlinkConfig = {…}`, which makes no property of the window. */
export function settingsOfPage(): Window['vaultlinkConfig'] {
  const settings = ownGlobal('vaultlinkConfig');
  try {
    // The name alone stands for an element or a frame, too. `typeof` throws nothing where there is none: an error makes V8 parse the script once more, and
    // doubled its evaluation (20.1 ms instead of 10.0 at 4x slowdown).
    const named = typeof vaultlinkConfig === 'object' && isPlain(vaultlinkConfig);
    return settings ?? (named ? vaultlinkConfig : undefined);
  } catch {
    // It is declared further down in the script that has the tag in it.
    return settings;
  }
}

/** Listens at the document, in which an element may be called `addEventListener`. */
export const listenAtDocument = (
  type: string,
  listener: (event: Event) => void,
  options?: AddEventListenerOptions,
): void => Node.prototype.addEventListener.call(document, type, listener, options);

/** Dispatches an event on the document, in which an element may be called `dispatchEvent`. */
export const dispatchAtDocument = (event: Event): boolean =>
  Node.prototype.dispatchEvent.call(document, event);

/** Returns whether an element, which may be a form, matches a selector. */
export const isMatch = (element: Element, selector: string): boolean =>
  Element.prototype.matches.call(element, selector);

/** Names of the browser that pages use most for something of their own: `var URL = 'https://…'`, `function open() {}`. */
const OFTEN_TAKEN = [
  ...['addEventListener', 'removeEventListener', 'fetch', 'open', 'stop', 'URL', 'URLSearchParams'],
  ...['Date', 'Document', 'Element', 'Error', 'Event', 'Map', 'Node', 'Number', 'Set', 'Symbol'],
  'console',
];

/**
 * Returns the classes and functions that these names have before the page's scripts run. Parts start later, and read their globals here; what is not
 * listed comes from the window. `build/browser-globals.ts` has the built files do so. The DOMs of test runners lack some.
 */
export const readBrowserGlobals = (): object => ({
  __proto__: window,
  ...Object.fromEntries(OFTEN_TAKEN.map((name) => [name, Reflect.get(window, name) as unknown])),
});
