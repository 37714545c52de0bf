/**
 * Makes the nodes that an element shows, and brings those that are shown up to date.
 *
 * @module
 */

/** What an element may hold. What is `undefined`, and empty text, is left out. */
export type Child = Node | string | undefined;

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

/**
 * Makes the children of `current` equal to those of `next`, which are moved or dropped. A child of the same kind stays and is changed: a live region
 * announces only what is new in it, and a button keeps the focus.
 */
export function patchChildren(current: ParentNode, next: ParentNode): void {
  // Safari before 16.4 has no adopted style sheets: there Lit puts an element for the styles beside ours.
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
