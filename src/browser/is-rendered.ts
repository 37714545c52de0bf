import { isElement, isShadowRoot } from './node-types.ts';
import { isMatch, readProperty } from './unclobbered.ts';

/**
 * Returns whether an element is rendered: the page has shown it, wherever it has scrolled and however transparent it is. Not rendered is what is
 * inside `display: none`, `hidden`, `inert`, `visibility: hidden`, a closed dialog or details, or, in a step that is kept from assistive
 * technology, inside `aria-hidden`. Nor is a page in a frame that is not, as far as the page around it can be read.
 */
export function isRendered(element: Element): boolean {
  if (!element.isConnected) return false;
  for (let ancestor: Element | undefined = element; ancestor; ancestor = parentOf(ancestor)) {
    const isHidden = ancestor !== element && isMatch(ancestor, '[aria-hidden=true]');
    if (isHidden || isMatch(ancestor, '[inert]')) return false;
  }
  for (let shown: Element | undefined = element; shown; shown = frameOf(shown))
    if (!hasVisibleBox(shown)) return false;
  return true;
}

/** Returns whether an element has a box that its own document shows. */
function hasVisibleBox(element: Element): boolean {
  // An element with `display: contents` has no box of its own, so its parent tells.
  let box: Element | undefined = element;
  while (box && styleOf(box).display === 'contents') box = parentInDocument(box);
  if (!box) return true;
  // Safari before 17.4, and the DOMs of test runners.
  const { checkVisibility } = Element.prototype as Partial<Element>;
  if (!checkVisibility) return isDisplayed(box);
  return checkVisibility.call(box, { visibilityProperty: true, checkVisibilityCSS: true });
}

function isDisplayed(element: Element): boolean {
  if (styleOf(element).visibility === 'hidden') return false;
  for (let box: Element | undefined = element; box; box = parentInDocument(box)) {
    const isClosed = isMatch(box, '[hidden],dialog:not([open])');
    if (isClosed || styleOf(box).display === 'none') return false;
    const parent = parentInDocument(box);
    if (parent && !isMatch(box, 'summary') && isMatch(parent, 'details:not([open])')) return false;
  }
  return true;
}

/** Returns the parent in the flat tree or, at its top, the frame that shows it. */
export const parentOf = (element: Element): Element | undefined =>
  parentInDocument(element) ?? frameOf(element);

/** Returns the parent in the flat tree: what is slotted is shown where its slot is. */
function parentInDocument(element: Element): Element | undefined {
  const parent =
    readProperty(Element, element, 'assignedSlot') ?? readProperty(Node, element, 'parentNode');
  if (isShadowRoot(parent)) return parent.host;
  return isElement(parent) ? parent : undefined;
}

/** Returns the frame that shows the document of an element. `undefined`: there is none, or its page is of another origin. */
function frameOf(element: Element): Element | undefined {
  try {
    return viewOf(element)?.frameElement ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns the window of an element, which may be that of a page around this one. */
function viewOf(element: Element): (Window & typeof globalThis) | null {
  const owner = readProperty(Node, element, 'ownerDocument');
  return owner && readProperty(Document, owner, 'defaultView');
}

const styleOf = (element: Element): CSSStyleDeclaration =>
  (viewOf(element) ?? window).getComputedStyle(element);
