/**
 * Lets the built files use what the browser offers, whatever a page calls by the same name. All classic scripts of a page share one scope: after
 * `const URL = 'https://…'`, or `class Element {}`, each script that says `URL` gets the page's.
 *
 * Each built file reads its globals once, when it starts, as properties of the window: `const` and `class` do not change those. `var` and `function`
 * do; so the engine, which starts before the page's own scripts, hands on those that pages use most (`src/browser/unclobbered.ts`).
 *
 * @see https://tc39.es/ecma262/#sec-global-environment-records
 * @module
 */
import { transformWithOxc } from 'vite';
import type { Plugin } from 'vite';

/** Classes, functions and namespaces that most files use: each is read when a file starts. */
export const READ_AT_START = [
  ...['Array', 'Boolean', 'Date', 'Document', 'Element', 'Error', 'Event', 'JSON', 'Map', 'Math'],
  ...['Node', 'Number', 'Object', 'Promise', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol'],
  ...['TypeError', 'URL', 'URLSearchParams', 'Uint8Array', 'WeakMap', 'WeakSet'],
  ...['addEventListener', 'clearInterval', 'clearTimeout', 'console', 'decodeURIComponent'],
  ...['encodeURIComponent', 'fetch', 'open', 'queueMicrotask', 'removeEventListener'],
  ...['setInterval', 'setTimeout', 'stop'],
];

/**
 * Read at each use: objects that the browser may refuse (`sessionStorage`) or change (`opener`), and what few files use, and late. The browser makes a
 * class when it is read first.
 */
export const READ_AT_USE = [
  ...['AbortController', 'ArrayBuffer', 'BroadcastChannel', 'CSSStyleSheet', 'CustomEvent'],
  ...['FormData', 'Function', 'HTMLElement', 'HTMLFormElement', 'HTMLInputElement', 'Intl'],
  ...['MutationObserver', 'PerformanceObserver', 'ReportingObserver', 'ResizeObserver'],
  ...['ShadowRoot', 'TextDecoder', 'TextEncoder', 'atob', 'btoa', 'crypto'],
  ...['customElements', 'getComputedStyle', 'history', 'localStorage', 'navigator', 'opener'],
  ...['parent', 'performance', 'requestIdleCallback', 'sessionStorage'],
];

/** Names that no script can give to anything else. */
export const UNCHANGEABLE = ['document', 'globalThis', 'location', 'top', 'undefined', 'window'];

/** Where the transformer says that the globals come from. No module has this name: each import of it becomes a constant. */
const SOURCE = 'browser-globals';

/** The import of one global. */
const IMPORT = new RegExp(`^import \\{ (\\w+) \\} from "${SOURCE}";$`);

/** Lets a file, after it was minified, read its globals first. Sooner, a minifier would no longer know that `new Map()` does nothing but make a map. */
export const browserGlobals: Plugin = {
  name: 'browser-globals',
  renderChunk: {
    order: 'post',
    async handler(chunk, { fileName }, { format }) {
      const { code, map } = await transformWithOxc(chunk, fileName, {
        sourceType: 'module',
        inject: Object.fromEntries(READ_AT_START.map((name) => [name, [SOURCE, name]])),
        define: Object.fromEntries(READ_AT_USE.map((name) => [name, `globalThis.${name}`])),
      });
      return { code: importsAsConstants(code, format), map: map ?? null };
    },
  },
};

/** Finds the globals that the engine hands on. `<iframe name="vaultlink">` of another host is no engine, and lets nobody read anything. */
const OWN =
  'const browserGlobals = (globalThis.Object.hasOwn(globalThis, "vaultlink") && globalThis.vaultlink.browserGlobals) || globalThis;';

/** Turns each import of a global into a constant, on the line of the import, so that the map stays right. A classic script gets a block for them. */
function importsAsConstants(code: string, format: string): string {
  const lines = code.split('\n');
  const names = lines.flatMap((line) => IMPORT.exec(line)?.[1] ?? []);
  const constants = names.sort().map((name) => `const ${name} = browserGlobals.${name};`);
  const whole = `${OWN} ${[...constants, ...lines.slice(names.length)].join('\n')}`;
  return format === 'es' ? whole : `{ ${whole} }`;
}
