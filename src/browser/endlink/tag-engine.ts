/**
 * In `vaultlink-elements.js` this module takes the place of `bundled-engine.ts`: the engine is that of the script tag. A page without the tag
 * loads its file now, before an element is defined.
 *
 * @module
 */
import { VERSION } from '../version.ts';
import { foundEngine } from './found-engine.ts';

if (!foundEngine({})) {
  const url = new URL(/* @vite-ignore */ `vaultlink.js?v=${VERSION}`, import.meta.url);
  await import(/* @vite-ignore */ url.href);
}

export { endlinkEngine } from './installed-engine.ts';
