import { findAll, readProperty } from './unclobbered.ts';

/** Addresses of the tag's file: as it is, minified again, or with a version or a hash, which has a digit or a capital letter. */
const ADDRESS = /^[^?#]*\/vaultlink(-all)?([.-][\w.-]*[\dA-Z][\w.-]*)?(\.min)?\.js($|[?#])/;

/** Finds the tag of a module: the script with settings, or else the one with the file's name. */
const findTagScript = () =>
  findAll(document, 'script[data-base-url]')[0] ??
  (findAll(document, 'script') as HTMLScriptElement[]).find(({ src }) => ADDRESS.test(src));

// A module has no current script: https://html.spec.whatwg.org/multipage/dom.html#dom-document-currentscript
/** The element of the script tag. */
export const tagScript = (readProperty(Document, document, 'currentScript') ?? findTagScript()) as
  HTMLScriptElement | undefined;
