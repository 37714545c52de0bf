import { readyState } from './unclobbered.ts';

/**
 * Calls `callback` when the page is left, perhaps twice. Until a page has loaded, WebKit tells of it by `beforeunload` alone, and on an iPhone not at
 * all. Afterwards nothing listens to `beforeunload`: it keeps a page out of Firefox's back/forward cache.
 *
 * @see https://github.com/WebPlatformForEmbedded/WPEWebKit/issues/1538 `dispatchUnloadEvents`
 * @see https://developer.mozilla.org/docs/Web/API/Window/beforeunload_event#usage_notes
 */
export function whenLeft(callback: () => void): void {
  addEventListener('pagehide', callback);
  if (readyState() === 'complete') return;
  addEventListener('beforeunload', callback);
  addEventListener('load', () => removeEventListener('beforeunload', callback));
}
