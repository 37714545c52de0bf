import { readyState } from './unclobbered.ts';

/**
 * Calls `callback` when the page is left, in WebKit perhaps twice: until a page has loaded, it tells of it by `beforeunload` alone, and on an iPhone not at
 * all. Only there, and only until then, is `beforeunload` heard: a page is still at work in it, and may yet stay.
 *
 * @see https://github.com/WebPlatformForEmbedded/WPEWebKit/issues/1538 `dispatchUnloadEvents`
 * @see https://html.spec.whatwg.org/multipage/system-state.html#dom-navigator-vendor names WebKit
 */
export function whenLeft(callback: () => void): void {
  addEventListener('pagehide', callback);
  if (readyState() === 'complete' || !navigator.vendor.startsWith('Apple')) return;
  addEventListener('beforeunload', callback);
  addEventListener('load', () => removeEventListener('beforeunload', callback));
}
