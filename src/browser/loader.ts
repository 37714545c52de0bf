/**
 * The script tag: a classic script, first in the head. It also works as a module, inlined, concatenated with others, and more than once. Its parts are
 * files beside it.
 *
 * @module
 */
import { parsedPage } from './parsed-page.ts';
import type { ImportPart, PartModule } from './endlink/parts.ts';
import { tagScript } from './tag-script.ts';
import { VERSION } from './version.ts';
import { startScriptTag } from './script-tag.ts';

// As an absolute address, now: a router, or a `<base>`, changes what a relative one means.
const scriptUrl = tagScript?.src || location.href;

/** Imports a part from beside the script tag. */
const importPartBeside: ImportPart = async (name, failures, { partsUrl = '' }) => {
  // Once a module was asked for, some browsers ignore the import map of a page, which may come further down:
  // https://developer.mozilla.org/docs/Web/HTML/Reference/Elements/script/type/importmap
  await parsedPage();
  // A browser remembers a module that it could not load: https://github.com/whatwg/html/issues/6768
  const file = `vaultlink-${name}.js?v=${VERSION}-${failures}`;
  const path = partsUrl && !partsUrl.endsWith('/') ? `${partsUrl}/${file}` : partsUrl + file;
  return (await import(new URL(path, scriptUrl) as never)) as PartModule;
};

startScriptTag(importPartBeside);
