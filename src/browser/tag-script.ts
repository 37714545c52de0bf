import { readProperty } from './unclobbered.ts';

/** The names of the tag's file: as it is, minified again, or with a version or a hash, which has a digit or a capital letter. */
const FILE = /^vaultlink(-all)?([.-](?=.*[\dA-Z])[\w.-]+)?(\.min)?\.js$/;

/** Finds the tag of a module: the script with settings, or else the one with the file's name. */
function findTagScript(): HTMLScriptElement | undefined {
  const scripts = [...document.querySelectorAll('script')];
  const fileOf = ({ src }: HTMLScriptElement) => src.replace(/[?#].*/, '').replace(/.*\//, '');
  return (
    scripts.find(({ dataset }) => dataset.baseUrl) ?? scripts.find((it) => FILE.test(fileOf(it)))
  );
}

// A module has no current script: https://html.spec.whatwg.org/multipage/dom.html#dom-document-currentscript
/** The element of the script tag. */
export const tagScript = (readProperty(Document, document, 'currentScript') ?? findTagScript()) as
  HTMLScriptElement | undefined;
