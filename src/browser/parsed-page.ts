import { findAll, listenAtDocument, readyState } from './unclobbered.ts';

/** Milliseconds after which a page counts as parsed all the same: a script that never answers blocks the parser for good. */
const PARSER_LIMIT_MS = 1000;

/** Milliseconds within which a page that is cut off becomes complete. Firefox takes up to one. */
const CUT_OFF_MS = 5;

let parsed: Promise<unknown> | undefined;

/** Resolves once the browser has read the whole page, after a second at most; at once, if it has. */
export async function parsedPage(): Promise<void> {
  if (readyState() === 'loading')
    await (parsed ??= new Promise((resolve) => {
      listenAtDocument('readystatechange', resolve);
      setTimeout(resolve, PARSER_LIMIT_MS);
    }));
}

/** Returns when and how the page was loaded. `undefined`: the browser, or an extension, does not tell, or the page has a variable called `performance`. */
export const navigationTiming = (): PerformanceNavigationTiming | undefined =>
  (performance as Performance | null)?.getEntriesByType?.('navigation')?.[0] as
    PerformanceNavigationTiming | undefined;

/**
 * Returns whether the page is parsed, and its deferred scripts and modules have run: until then, one of them may hide an element. If the page is left before,
 * its `readyState` becomes `complete` without them.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#the-end
 */
export const isContentLoaded = (): boolean =>
  readyState() !== 'loading' &&
  (haveDeferredScriptsRun() || !findAll(document, 'script[defer],script[type=module]')[0]);

function haveDeferredScriptsRun(): boolean {
  const { domContentLoadedEventEnd, domComplete, loadEventStart } = navigationTiming() ?? {};
  // On a page that is left, Firefox dispatches `DOMContentLoaded` all the same. The page is complete right after it, and is never loaded.
  const isCutOff =
    domComplete && !loadEventStart && domComplete - domContentLoadedEventEnd! < CUT_OFF_MS;
  return domContentLoadedEventEnd !== 0 && !isCutOff;
}

/**
 * Returns whether Turbo shows a page that it has kept, and asks the server for the present one: what the kept page says may be of an earlier survey.
 *
 * @see https://turbo.hotwired.dev/handbook/building#detecting-when-a-preview-is-visible
 */
export const isTurboPreview = (): boolean => !!findAll(document, ':root[data-turbo-preview]')[0];
