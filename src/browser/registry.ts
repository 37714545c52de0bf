/**
 * Finds the engine of the page for the elements and the functions of the package. A door, which is an entry of the package or a file that a page
 * loads, first registers how it installs an engine on a page that has none.
 *
 * @module
 */
import { isListening } from './endlink/probe.ts';
import type { EndlinkOptions } from './endlink/options.ts';
import type { EndlinkEngine } from './endlink/parts.ts';
import { ownGlobal } from './unclobbered.ts';

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
