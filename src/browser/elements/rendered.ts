import { isMatch, readProperty } from '../unclobbered.ts';

/** How often a hidden element is looked at: no event tells of `visibility`, `inert` or `display: contents`. */
const POLL_MS = 100;

/** Calls `callback` once the element is rendered: now, or when a step of a wizard, a dialog or a tab shows it. Returns how to stop. */
export const whenRendered = (element: Element, callback: () => void): (() => void) =>
  whenRenderedIs(true, element, callback);

/** Calls `callback` once the element was hidden and is rendered again. Returns how to stop. */
export function whenRenderedAgain(element: Element, callback: () => void): () => void {
  let stopSecond: (() => void) | undefined;
  const stopFirst = whenRenderedIs(false, element, () => {
    stopSecond = whenRendered(element, callback);
  });
  return () => {
    stopFirst();
    stopSecond?.();
  };
}

function whenRenderedIs(expected: boolean, element: Element, callback: () => void): () => void {
  const check = () => {
    if (isRendered(element) !== expected) return;
    stop();
    callback();
  };
  const stop = () => {
    clearInterval(timer);
    observer?.disconnect();
  };
  const timer = setInterval(check, POLL_MS);
  // It tells at once of the usual case, a box that appears.
  const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(check);
  observer?.observe(element);
  check();
  return stop;
}

/**
 * Returns whether an element is rendered: the page has shown it, wherever it has scrolled and however transparent it is. Not rendered is what is
 * inside `display: none`, `hidden`, `inert`, `visibility: hidden`, a closed dialog or details, or, in a step that is kept from assistive
 * technology, inside `aria-hidden`.
 */
export function isRendered(element: Element): boolean {
  if (!element.isConnected) return false;
  for (let ancestor: Element | undefined = element; ancestor; ancestor = parentOf(ancestor)) {
    const isHidden = ancestor !== element && isMatch(ancestor, '[aria-hidden=true]');
    if (isHidden || isMatch(ancestor, '[inert]')) return false;
  }
  // An element with `display: contents` has no box of its own, so its parent tells.
  let box: Element | undefined = element;
  while (box && getComputedStyle(box).display === 'contents') box = parentOf(box);
  if (!box) return true;
  // Safari before 17.4, and the DOMs of test runners.
  const { checkVisibility } = Element.prototype as Partial<Element>;
  if (!checkVisibility) return isDisplayed(box);
  return checkVisibility.call(box, { visibilityProperty: true, checkVisibilityCSS: true });
}

function isDisplayed(element: Element): boolean {
  if (getComputedStyle(element).visibility === 'hidden') return false;
  for (let box: Element | undefined = element; box; box = parentOf(box)) {
    const isClosed = isMatch(box, '[hidden],dialog:not([open])');
    if (isClosed || getComputedStyle(box).display === 'none') return false;
    const parent = parentOf(box);
    if (parent && !isMatch(box, 'summary') && isMatch(parent, 'details:not([open])')) return false;
  }
  return true;
}

/** The parent in the flat tree: what is slotted is shown where its slot is. */
function parentOf(element: Element): Element | undefined {
  const parent =
    readProperty(Element, element, 'assignedSlot') ?? readProperty(Node, element, 'parentNode');
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : undefined;
}
