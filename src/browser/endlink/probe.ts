/** Asks whether the engine of the page still has its listeners. */
const PROBE = 'vaultlink-probe';

/** Answers {@link isListening}, until `document.open()` removes the listeners of the window. */
export function answerProbes(): void {
  window.addEventListener(PROBE, (event) => event.preventDefault());
}

/**
 * Returns whether an engine listens on this page. `document.open()` keeps `window.vaultlink`, and removes all that listens:
 * https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-open-steps
 */
export function isListening(): boolean {
  return !window.dispatchEvent(new Event(PROBE, { cancelable: true }));
}
