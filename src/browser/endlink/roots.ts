/**
 * Calls `callback` for each open shadow root, those that are made later included: neither a selector nor a mutation observer of the document
 * looks into them, and a submit event does not leave them.
 */
export function forEachShadowRoot(callback: (root: ShadowRoot) => void): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    callback(root);
    return root;
  };
  // Those that a parser made, or a script that ran earlier.
  const findOpenRoots = () => {
    for (const { shadowRoot } of document.querySelectorAll('*'))
      if (shadowRoot) callback(shadowRoot);
  };
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', findOpenRoots);
  else findOpenRoots();
}
