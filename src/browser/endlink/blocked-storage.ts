/**
 * The part for a page whose sessionStorage is blocked: `history.state` keeps the record, and every navigation carries the token.
 *
 * @module
 */
import type { EndlinkEngine, Parts } from './parts.ts';

/** Starts the part. */
export function start(engine: EndlinkEngine): Parts['blocked-storage'] {
  keepRecordInHistory(engine);
  carryOnNavigate(engine);
  return {};
}

/** Keeps the record beside what a router has in `history.state`, so that a reload and the back button find it while the address stays clean. */
function keepRecordInHistory(engine: EndlinkEngine): void {
  const write = () => {
    const record = engine.record();
    const state = history.state as { vaultlink?: unknown } | null;
    if (!record?.inMemory || JSON.stringify(state?.vaultlink) === JSON.stringify(record)) return;
    // An entry without a state is left alone until routers have started: some cannot start from a state that they do not know.
    if (state || document.readyState === 'complete')
      history.replaceState({ ...state, vaultlink: record }, '');
  };
  engine.subscribe(write);
  addEventListener('load', () => setTimeout(write));
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
    if (!isNewPage || !cancelable || sameDocument || formData || downloadRequest !== null) return;
    const carried = engine.carriedUrl(url)?.href;
    if (!carried) return;
    event.preventDefault();
    if (navigationType === 'replace') location.replace(carried);
    else location.assign(carried);
  });
}
