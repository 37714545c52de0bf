/**
 * The part for a page that a script may leave, by `location.href = …` or a meta refresh: where other hosts may have the token, or where storage is
 * blocked.
 *
 * @module
 */
import { navigationApi, replaceMethod } from '../unclobbered.ts';
import type { EndlinkEngine, Parts } from './parts.ts';

/** Starts the part. */
export function start(engine: EndlinkEngine): Parts['script-navigation'] {
  carryOnNavigate(engine);
  return {};
}

/** The event of the Navigation API, as far as it is used here; not in TypeScript's DOM yet. */
interface NavigateEvent extends Event {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
  readonly navigationType: 'push' | 'reload' | 'replace' | 'traverse';
  readonly formData: FormData | null;
  readonly downloadRequest: string | null;
  intercept: (options?: object) => void;
}

/**
 * Carries the token along when a script sets `location.href`, in browsers that tell.
 *
 * @see https://developer.mozilla.org/docs/Web/API/Navigation_API
 */
function carryOnNavigate(engine: EndlinkEngine): void {
  /** The navigations that a router of the page handles itself. */
  const intercepted = new WeakSet<Event>();
  const { NavigateEvent: Api } = window as { NavigateEvent?: { prototype: NavigateEvent } };
  if (Api)
    replaceMethod(
      Api.prototype,
      'intercept',
      (intercept) =>
        function (this: NavigateEvent, ...options) {
          intercept.apply(this, options);
          intercepted.add(this);
        },
    );
  navigationApi()?.addEventListener('navigate', (event) => {
    const { destination, navigationType, formData, downloadRequest, cancelable } =
      event as NavigateEvent;
    const { url, sameDocument } = destination;
    const isNewPage = navigationType === 'push' || navigationType === 'replace';
    if (!isNewPage || !cancelable || event.defaultPrevented || intercepted.has(event)) return;
    if (sameDocument || formData || downloadRequest !== null) return;
    const carried = engine.carriedUrl(url)?.href;
    if (!carried) return;
    event.preventDefault();
    if (navigationType === 'replace') location.replace(carried);
    else location.assign(carried);
  });
}
