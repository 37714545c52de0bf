import { ownGlobal } from '../unclobbered.ts';
import { explainConflicts } from './check-options.ts';
import type { EndlinkOptions } from './options.ts';
import type { EndlinkEngine } from './parts.ts';
import { isListening } from './probe.ts';

/** The engine that the page has already, with these options filled in. `undefined`: it has none. */
export function foundEngine(options: EndlinkOptions): EndlinkEngine | undefined {
  const engine = ownGlobal('vaultlink') as EndlinkEngine | undefined;
  if (!engine?.configure || !isListening()) return undefined;
  explainConflicts(engine, options);
  const names = Object.keys(options) as (keyof EndlinkOptions)[];
  if (names.some((name) => options[name] && !engine.options[name])) engine.configure(options);
  return engine;
}
