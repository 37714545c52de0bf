/**
 * The part for a page that a script may leave, by `location.href = …` or a meta refresh: where other hosts may have the token, or where storage is
 * blocked.
 *
 * @module
 */
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
}

/**
 * Carries the token along when a script sets `location.href`, in browsers that tell.
 *
 * @see https://developer.mozilla.org/docs/Web/API/Navigation_API
 */
function carryOnNavigate(engine: EndlinkEngine): void {
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('navigate', (event) => {
    const { destination, navigationType, formData, downloadRequest, cancelable } =
      event as NavigateEvent;
    const { url, sameDocument } = destination;
    const isNewPage = navigationType === 'push' || navigationType === 'replace';
    if (!isNewPage || !cancelable || event.defaultPrevented) return;
    if (sameDocument || formData || downloadRequest !== null) return;
    const carried = engine.carriedUrl(url)?.href;
    if (!carried) return;
    event.preventDefault();
    if (navigationType === 'replace') location.replace(carried);
    else location.assign(carried);
  });
}
