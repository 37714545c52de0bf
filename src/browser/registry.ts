/**
 * Finds the engine of the page for the elements and the functions of the package. A door, which is an entry of the package or a file that a page
 * loads, first registers how it installs an engine on a page that has none.
 *
 * @module
 */
import type { EndlinkOptions } from './endlink/options.ts';
import type { EndlinkEngine } from './endlink/parts.ts';
import { ownGlobal } from './unclobbered.ts';

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
function isListening(): boolean {
  return !window.dispatchEvent(new Event(PROBE, { cancelable: true }));
}

/** Installs an engine on a page that has none. */
type InstallEngine = (options: EndlinkOptions) => EndlinkEngine;

let installEngine: InstallEngine | undefined;

/** Registers how this door installs an engine. */
export function registerEngine(install: InstallEngine): void {
  installEngine = install;
}

/** Returns the engine that the page has already. `undefined`: it has none, or `document.open()` has taken its listeners away. */
export function findEngine(): EndlinkEngine | undefined {
  const engine = ownGlobal('vaultlink') as EndlinkEngine | undefined;
  return engine?.configure && isListening() ? engine : undefined;
}

/** Returns the engine of this page, with these options filled in; installed in the way of this door, unless it was there before. */
export function endlinkEngine(options: EndlinkOptions = {}): EndlinkEngine {
  const found = findEngine();
  found?.configure(options);
  return found ?? installEngine!(options);
}
