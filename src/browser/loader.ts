/**
 * The script tag: a classic script, first in the head. It also works as a module, inlined, concatenated with others, and more than once. Its parts are
 * files beside it.
 *
 * @module
 */
import { importPartBeside } from './parts-beside.ts';
import { startScriptTag } from './script-tag.ts';

startScriptTag(importPartBeside);
