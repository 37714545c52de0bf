/**
 * The part of the script tag that defines the elements. A page without the tag, which loads this file by itself, gets the tag's engine first.
 *
 * @module
 */
import { readSetting } from '../endlink/options.ts';
import type { TagOptions } from '../endlink/options.ts';
import type { EndlinkEngine, Parts } from '../endlink/parts.ts';
import { findEngine, registerEngine } from '../registry.ts';
import { ownGlobal, settingsOfPage } from '../unclobbered.ts';
import { VERSION } from '../version.ts';
import { defineElements } from './define-elements.ts';
import { LANGUAGE_TAGS, registerLanguages } from './languages.ts';
import type { ImportLanguage } from './languages.ts';

/** Imports a language from beside this file. A browser remembers an address that failed, so each retry uses a new one. */
const importBeside =
  (tag: string): ImportLanguage =>
  (attempt) =>
    import(
      /* @vite-ignore */ `./vaultlink-language-${tag}.js${attempt ? `?retry=${attempt}` : ''}`
    ) as ReturnType<ImportLanguage>;

const tags = LANGUAGE_TAGS.split(' ');
registerLanguages(Object.fromEntries(tags.map((tag) => [tag, importBeside(tag)])));
// After `document.open()` the engine from before has lost some listeners, and still reports.
registerEngine(() => ownGlobal('vaultlink') as EndlinkEngine);
if (!findEngine()) {
  // A script that a module imports does not know where it came from.
  const config = settingsOfPage() ?? {};
  const partsUrl = new URL(/* @vite-ignore */ '.', import.meta.url).href;
  // The settings of the page are read through it, and not touched: they may be frozen, or computed.
  if (!readSetting(config, 'partsUrl'))
    window.vaultlinkConfig = Object.assign(Object.create(config) as TagOptions, { partsUrl });
  const url = new URL(/* @vite-ignore */ `vaultlink.js?v=${VERSION}`, import.meta.url);
  await import(/* @vite-ignore */ url.href);
}
defineElements();

/** Starts the part, which is its import. */
export const start = (): Parts['elements'] => ({});
