/**
 * The classes and functions of the browser whose names pages use for something of their own (`var URL = 'https://…'`, `function open() {}`), as
 * they are before the page's scripts run. Parts start later, and read their globals here; what is not listed comes from the window.
 * `build/browser-globals.ts` has the built files do so.
 *
 * @module
 */

const NAMES = [
  ...['addEventListener', 'removeEventListener', 'fetch', 'open', 'stop', 'URL', 'URLSearchParams'],
  ...['Date', 'Document', 'Element', 'Error', 'Event', 'Map', 'Node', 'Number', 'Set', 'Symbol'],
];

/** Returns them, as a page has them now. The DOMs of test runners lack some. */
export const readBrowserGlobals = (): object => ({
  __proto__: window,
  ...Object.fromEntries(NAMES.map((name) => [name, Reflect.get(window, name) as unknown])),
});
