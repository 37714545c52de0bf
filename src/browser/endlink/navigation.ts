/**
 * The ways of leaving a page that the script tag leaves to this part: new tabs of the own host, the middle button, buttons with an address of
 * their own, and forms in shadow trees.
 *
 * @module
 */
import { carriedUrl, carryOnEvent, lendAddress } from './carry.ts';
import type { EndlinkEngine } from './parts.ts';
import { forEachRoot } from './roots.ts';

const ELEMENTS = 'endlink-finish,vault-connect,vault-push';

/** Carries the token into pages of the own host that open without an opener: their sessionStorage starts empty. */
export function carryIntoNewTabs(engine: EndlinkEngine): void {
  const { options } = engine;
  let isClickForNewTab = false;
  let submitter: HTMLElement | null = null;

  const onClick = (event: Event) => {
    const { ctrlKey, metaKey, shiftKey, button } = event as MouseEvent;
    isClickForNewTab = ctrlKey || metaKey || shiftKey || button === 1;
    const link = event.composedPath().find((target) => (target as Element).matches?.('a,area')) as
      HTMLAnchorElement | undefined;
    const isOwnHost = link?.host === location.host;
    if (isOwnHost && (isClickForNewTab || opensNewTab(link))) carryOnEvent(options, event, true);
  };

  const onSubmit = (event: Event) => {
    ({ submitter } = event as SubmitEvent);
    setTimeout(() => (submitter = null));
    if (event.defaultPrevented) return;
    const form = event.target as HTMLFormElement;
    if (submitter?.hasAttribute('formaction')) {
      const isNewTab = isClickForNewTab || opensNewTab(submitter) || opensNewTab(form);
      lendFormAction(engine, submitter, isNewTab);
    } else lendToFormForNewTab(event);
  };

  const lendToFormForNewTab = (event: Event) => {
    const form = event.target as HTMLFormElement;
    const buttonAddress = submitter?.getAttribute('formaction');
    if (buttonAddress && event instanceof FormDataEvent) {
      carryFields(engine, event, buttonAddress);
      return;
    }
    const isOwnHost =
      new URL(form.getAttribute('action') ?? '', document.baseURI).host === location.host;
    const isNewTab = isClickForNewTab || opensNewTab(submitter ?? form) || opensNewTab(form);
    if (isOwnHost && isNewTab && !engine.record()?.inMemory) carryOnEvent(options, event, true);
  };

  for (const [type, listener] of [
    ['click', onClick],
    ['auxclick', onClick],
    ['submit', onSubmit],
  ] as const) {
    // A listener that is added now is called last: what a router takes over (`preventDefault`) is left alone.
    addEventListener(type, () => addEventListener(type, listener, { once: true }), true);
  }
  addEventListener('formdata', lendToFormForNewTab);

  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function () {
    if (opensNewTab(this)) lendAddress(options, this, 'action', true);
    submit.call(this);
  };

  forEachRoot((root) => {
    if (root === document) return;
    // These events do not leave a shadow tree.
    root.addEventListener('submit', (event) => {
      carryOnEvent(options, event);
      onSubmit(event);
    });
    root.addEventListener('formdata', (event) => {
      carryOnEvent(options, event);
      lendToFormForNewTab(event);
    });
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

/** Gives the fields of a GET form to the host of the button that was pressed, and to no other: the form may name another one. */
function carryFields(
  { options, record }: EndlinkEngine,
  event: FormDataEvent,
  address: string,
): void {
  const { query = '' } = record() ?? {};
  const isCarried = carriedUrl(options, address) !== address;
  for (const [name, value] of new URLSearchParams(query)) {
    if (isCarried && (event.target as HTMLFormElement).method === 'get')
      event.formData.set(name, value);
    else if (!isCarried) event.formData.delete(name);
  }
}

function lendFormAction({ options }: EndlinkEngine, button: HTMLElement, isNewTab: boolean): void {
  const address = button.getAttribute('formaction') ?? '';
  const carried = carriedUrl(options, address, isNewTab);
  if (carried === address) return;
  button.setAttribute('formaction', carried);
  setTimeout(() => button.setAttribute('formaction', address));
}
