/** The names of the elements. */
const ELEMENT_NAMES = ['endlink-finish', 'vault-connect', 'vault-push'] as const;

/** Finds every element of ours. */
export const ELEMENT_SELECTOR = ELEMENT_NAMES.join();

/** Defines an element, unless the page has one of that name. */
export function defineElement(
  name: (typeof ELEMENT_NAMES)[number],
  element: CustomElementConstructor,
): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
