import { isRendered, parentOf } from '../is-rendered.ts';
import { isDocumentHidden } from '../unclobbered.ts';

/** Milliseconds between two checks of an element. No observer reports that a style sheet of the page changed its `visibility`. */
const LOOK_INTERVAL_MS = 1000;

/** Milliseconds between two checks because of attributes: about a frame. A timer, since not every DOM of a test runner has `requestAnimationFrame`. */
const FRAME_MS = 16;

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
    clearTimeout(frameTimer);
    clearInterval(timer);
    boxObserver?.disconnect();
    attributeObserver.disconnect();
  };
  let frameTimer: ReturnType<typeof setTimeout> | undefined;
  /** Checks at once, and then once a frame: a check computes styles, and an animation may change an ancestor many times a frame. */
  const checkOnceAFrame = () => {
    if (frameTimer) return;
    frameTimer = setTimeout(() => {
      frameTimer = undefined;
      check();
    }, FRAME_MS);
    check();
  };
  // Most steps, dialogs and tabs are shown by an attribute of an ancestor. A page that is restyled elsewhere costs nothing.
  const attributeObserver = new MutationObserver(checkOnceAFrame);
  // A box that appears.
  const boxObserver = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(check);
  const timer = setInterval(() => {
    if (!isDocumentHidden()) check();
  }, LOOK_INTERVAL_MS);
  for (let ancestor: Element | undefined = element; ancestor; ancestor = parentOf(ancestor))
    attributeObserver.observe(ancestor, { attributes: true });
  boxObserver?.observe(element);
  check();
  return stop;
}
