/** What the elements use of a browser, beyond what Node has. */
const NAMES = [
  ...['document', 'location', 'history', 'navigator', 'customElements', 'sessionStorage'],
  ...['localStorage', 'addEventListener', 'removeEventListener', 'getComputedStyle'],
  ...['Node', 'Element', 'HTMLElement', 'HTMLFormElement', 'Document', 'DocumentFragment'],
  ...['ShadowRoot', 'CSSStyleSheet', 'MutationObserver', 'FormData', 'Event', 'CustomEvent'],
];

/** Makes a stand-in for a browser the window of this process, as a test runner does. */
export function useWindow(window: object): void {
  const values = NAMES.map((key) => [key, Reflect.get(window, key) as unknown] as const);
  for (const [key, value] of [['window', window], ['BroadcastChannel', undefined], ...values]) {
    const bound = typeof value === 'function' && /^[a-z]/.test(key as string);
    Object.defineProperty(globalThis, key as string, {
      value: bound ? (value as () => void).bind(window) : value,
      configurable: true,
      writable: true,
    });
  }
}
