/**
 * Makes the nodes of the elements, and brings those that are shown up to date. No other module of the elements makes or changes a node.
 *
 * The elements stand on Lit's `ReactiveElement`, and not on its templates: `lit-html` creates a policy of Trusted Types when it is loaded. A page
 * under `trusted-types 'none'` forbids that, and so does a page whose own Lit has created the policy already: no element would work there. The
 * templates would also cost 2.8 kB.
 *
 * Three rules hold for what is shown:
 *
 * - A live region announces only what is new: a node whose text and attributes stay the same is not touched.
 * - A button that is shown again stays the same node, so it keeps the focus.
 * - An element for styles is left where it is: Lit puts one into the shadow root where the browser has no adopted style sheets.
 *
 * @module
 * @see https://github.com/lit/lit/blob/main/packages/lit-html/src/lit-html.ts the policy `lit-html`
 */

/** A child of an element. `undefined`, false and an empty text are left out. */
export type Child = Node | string | false | undefined;

/**
 * Makes an element.
 *
 * @param attributes those that are `undefined` are left out
 */
export function createElement(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: readonly Child[]
): HTMLElement {
  // An element of the page may be called `createElement`.
  // The overload for names that HTML no longer has is found first.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const element = Document.prototype.createElement.call(document, name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(attribute, value);
  }
  for (const child of children) {
    if (child) element.append(child);
  }
  return element;
}

/** Makes a button. `quiet` is for a choice that is not the first. */
export function createButton(
  part: string,
  label: string,
  onPress: () => void,
  style?: 'quiet',
): HTMLElement {
  const button = createElement('button', { part, class: style }, label);
  button.onclick = onPress;
  return button;
}

/** Makes the children of `current` equal to those of `next`, which are moved or dropped. A child of the same kind stays, and is changed. */
export function patchChildren(current: ParentNode, next: ParentNode): void {
  // Firefox before 101, and jsdom, have no adopted style sheets.
  const shown = [...current.childNodes].filter(({ nodeName }) => nodeName !== 'STYLE');
  const wanted = [...next.childNodes];
  wanted.forEach((child, index) => {
    const old = shown[index];
    if (!old) current.append(child);
    else if (kindOf(old) === kindOf(child)) patchNode(old, child);
    else old.replaceWith(child);
  });
  for (const surplus of shown.slice(wanted.length)) surplus.remove();
}

const kindOf = (node: Node) => `${node.nodeName} ${(node as Element).getAttribute?.('part')}`;

function patchNode(current: Node, next: Node): void {
  if (current.nodeValue !== next.nodeValue) current.nodeValue = next.nodeValue;
  if (current instanceof HTMLElement) patchElement(current, next as HTMLElement);
}

function patchElement(current: HTMLElement, next: HTMLElement): void {
  for (const name of [...current.getAttributeNames(), ...next.getAttributeNames()]) {
    const value = next.getAttribute(name);
    if (value === null) current.removeAttribute(name);
    else if (value !== current.getAttribute(name)) current.setAttribute(name, value);
  }
  current.onclick = next.onclick;
  patchChildren(current, next);
}
