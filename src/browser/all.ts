/**
 * The script tag with all its parts and the elements in one classic script, for places that allow only one file. It downloads nothing else. The
 * elements speak English; a page may replace their sentences with `window.vaultlinkMessages`.
 *
 * @module
 */
import { defineElements } from './elements/define-elements.ts';
import { installEngine } from './endlink/engine.ts';
import { importIncludedPart } from './included-parts.ts';
import { registerEngine } from './registry.ts';
import { startScriptTag } from './script-tag.ts';

// The engine must exist before an element on the page is upgraded.
startScriptTag(importIncludedPart);
registerEngine((options) => installEngine(importIncludedPart, [options]));
defineElements();
