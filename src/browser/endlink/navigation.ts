/**
 * The ways of leaving a page that the script tag leaves to this part: new tabs of the own host, the middle button, buttons with an address of
 * their own, and forms in shadow trees.
 *
 * @module
 */
import type { EndlinkEngine } from './parts.ts';
import { forEachShadowRoot } from './roots.ts';

const ELEMENTS = 'endlink-finish,vault-connect,vault-push';

/** Carries the token into pages of the own host that open without an opener: their sessionStorage starts empty. */
export function carryIntoNewTabs(engine: EndlinkEngine): void {
  const { carriedUrl, lendAddress } = engine;
  let isClickForNewTab = false;

  const onClick = (event: Event) => {
    const { ctrlKey, metaKey, shiftKey, button } = event as MouseEvent;
    isClickForNewTab = ctrlKey || metaKey || shiftKey || button === 1;
    if (event.defaultPrevented) return;
    const link = event.composedPath().find((target) => (target as Element).matches?.('a,area')) as
      Element | undefined;
    if (link && (isClickForNewTab || opensNewTab(link))) lendAddress(link, 'href', true);
  };

  const onSubmit = (event: Event) => {
    if (event.defaultPrevented) return;
    const form = event.target as HTMLFormElement;
    const { submitter } = event as SubmitEvent;
    const isNewTab = isClickForNewTab || opensNewTab(submitter ?? form) || opensNewTab(form);
    const buttonAddress = submitter?.getAttribute('formaction');
    if (!submitter || !buttonAddress) {
      lendAddress(form, 'action', isNewTab);
      return;
    }
    const isCarried = carriedUrl(buttonAddress, isNewTab) !== undefined;
    lendAddress(submitter, 'formaction', isNewTab);
    // The address of the form, which may name another host, no longer counts.
    const correctFields = ({ formData }: FormDataEvent) => {
      for (const [name, value] of new URLSearchParams(engine.record()?.query))
        if (!isCarried) formData.delete(name);
        else if (form.method === 'get') formData.set(name, value);
    };
    form.addEventListener('formdata', correctFields);
    setTimeout(() => form.removeEventListener('formdata', correctFields));
  };

  for (const [type, listener] of [
    ['click', onClick],
    ['auxclick', onClick],
    ['submit', onSubmit],
  ] as const) {
    // A listener that is added now is called last: what a router takes over (`preventDefault`) is left alone.
    addEventListener(type, () => addEventListener(type, listener, { once: true }), true);
  }

  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function () {
    lendAddress(this, 'action', opensNewTab(this));
    submit.call(this);
  };

  forEachShadowRoot((root) => {
    // This event does not leave a shadow tree.
    root.addEventListener('submit', onSubmit);
    const loadElements = () => {
      if (root.querySelector(ELEMENTS)) void engine.load('elements');
    };
    new MutationObserver(loadElements).observe(root, { childList: true, subtree: true });
    loadElements();
  });
}

/** Whether a link, form or button opens another browsing context than its own, as far as its attributes tell. */
function opensNewTab(element: Element): boolean {
  const base = document.querySelector('base[target]');
  const target =
    element.getAttribute('formtarget') ??
    element.getAttribute('target') ??
    base?.getAttribute('target') ??
    '';
  return !['', '_self', '_parent', '_top'].includes(target.toLowerCase());
}
