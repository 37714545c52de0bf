import { foundEngine } from './found-engine.ts';
import type { EndlinkOptions } from './options.ts';
import type { EndlinkEngine } from './parts.ts';

/**
 * Returns the engine that the script tag has installed, with these options filled in. In the built files this module, or `tag-engine.ts`, takes the
 * place of `bundled-engine.ts`.
 */
export function endlinkEngine(options: EndlinkOptions = {}): EndlinkEngine {
  return foundEngine(options)!;
}
