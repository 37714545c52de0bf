// A module has no current script: https://html.spec.whatwg.org/multipage/dom.html#dom-document-currentscript
/** The element of the script tag. */
export const tagScript = (document.currentScript ??
  document.querySelector('script[src*=vaultlink]')) as HTMLScriptElement | null;
