import { findAll, listenAtDocument, readyState, replaceMethod } from '../unclobbered.ts';

/** Root of a search: the document, an open shadow root, or an element with all that is below it. */
export type Tree = Document | ShadowRoot | Element;

/**
 * Calls `callback` with the document, each open shadow root, and each element that is added to one of them later. A selector of the document does
 * not look into shadow roots.
 *
 * Only what is new is looked at: a page may change hundreds of times a second.
 *
 * @param attributeNames elements are passed again, with the name, when one of these changes
 * @param onChange called first, once for all that has changed since
 */
export function forEachTree(
  callback: (tree: Tree, attributeName?: string | null) => void,
  attributeNames: string[] = [],
  onChange?: () => void,
): void {
  const roots = new WeakSet<Node>();
  const visitRoot = (root: Document | ShadowRoot) => {
    if (roots.has(root)) return;
    roots.add(root);
    observer.observe(root, { childList: true, subtree: true, attributeFilter: attributeNames });
    visit(root);
  };
  const visit = (tree: Tree) => {
    callback(tree);
    for (const { shadowRoot } of findAll(tree, '*'))
      if (shadowRoot instanceof ShadowRoot) visitRoot(shadowRoot);
  };
  const observer = new MutationObserver((changes) => {
    onChange?.();
    const added = new Set<Node>();
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === 'attributes') callback(target as Element, attributeName);
      else addedNodes.forEach((node) => added.add(node));
    }
    for (const node of added) if (node instanceof Element) visit(node);
  });

  replaceMethod(
    Element.prototype,
    'attachShadow',
    (attachShadow) =>
      function (this: Element, init) {
        const root = attachShadow.call(this, init);
        visitRoot(root);
        return root;
      },
  );
  visitRoot(document);
  // A parser makes an element first, and then its shadow root.
  if (readyState() === 'loading') listenAtDocument('DOMContentLoaded', () => visit(document));
}
