/**
 * The classes and functions of the browser whose names pages use for something of their own (`var URL = 'https://…'`, `function open() {}`), as
 * they are before the page's scripts run. Parts start later, and read their globals here; what is not listed comes from the window.
 * `build/browser-globals.ts` has the built files do so.
 *
 * @module
 */

/** Returns them, as a page has them now. */
export const readBrowserGlobals = (): object => ({
  // Not by `Object.assign()`, which cannot set what the page has locked on the window.
  __proto__: window,
  addEventListener,
  removeEventListener,
  fetch,
  open,
  stop,
  Date,
  Document,
  Element,
  Error,
  Event,
  Map,
  Node,
  Number,
  Set,
  Symbol,
  URL,
  URLSearchParams,
});
