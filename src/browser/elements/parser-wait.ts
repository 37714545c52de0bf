/**
 * Waits until the browser has parsed the page, and its deferred scripts have run: before that, the script that hides an element may not have run yet.
 *
 * @module
 */

import { isContentLoaded } from '../parsed-page.ts';
import { listenAtDocument, readProperty, readyState } from '../unclobbered.ts';

/** Milliseconds without a new node after which the page counts as parsed: a script that never answers blocks it for good. */
const PARSER_TIMEOUT_MS = 10_000;

let hasTimedOut = false;
let parsed: Promise<void> | undefined;

/** Returns whether the page is parsed and its deferred scripts have run, or its parser has added nothing for ten seconds. */
export const isPageParsed = (): boolean => hasTimedOut || isContentLoaded();

/** Resolves once {@link isPageParsed} returns true. */
export const pageParsed = (): Promise<void> => (parsed ??= new Promise(waitForParser));

function waitForParser(onParsed: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    onParsed();
  };
  const stopIfLoaded = () => {
    if (isContentLoaded()) stop();
  };
  const startTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hasTimedOut = true;
      stop();
    }, PARSER_TIMEOUT_MS);
  };
  const observer = new MutationObserver((records) => {
    if (records.some(({ addedNodes }) => [...addedNodes].some(isLastElement))) startTimer();
  });
  let isContentAwaited = true;
  listenAtDocument('DOMContentLoaded', () => {
    isContentAwaited = false;
    // The listeners of the page run first. jQuery calls its own in a timer after this event.
    setTimeout(() => setTimeout(stopIfLoaded));
  });
  // If the page leads on while it is parsed, the browser stops it, and dispatches only this event.
  listenAtDocument('readystatechange', () => {
    if (isContentAwaited && readyState() === 'complete') stopIfLoaded();
  });
  if (isPageParsed()) stop();
  else {
    observer.observe(document, { childList: true, subtree: true });
    startTimer();
  }
}

/** Returns whether an element is at the end of the document, where the parser adds its nodes. Scripts of the page change what is above. */
function isLastElement(node: Node): boolean {
  if (!(node instanceof Element) || !readProperty(Node, node, 'isConnected')) return false;
  for (
    let element: Element | null = node;
    element;
    element = readProperty(Node, element, 'parentElement')
  )
    if (readProperty(Element, element, 'nextElementSibling')) return false;
  return true;
}
