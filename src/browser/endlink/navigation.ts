/**
 * All that decides whether a link or form carries the token: where the browser would go, in which tab, and by which button. The script tag
 * leaves it to this part.
 *
 * @module
 */
import { readAttribute, readProperty } from '../unclobbered.ts';
import type { Ways } from './carry.ts';
import type { EndlinkEngine } from './parts.ts';

/** Carries the token into pages of the own host that open without an opener: their sessionStorage starts empty. */
export function carryIntoNewTabs(engine: EndlinkEngine): void {
  /** What was pressed with a key or a button that opens a new tab, while the browser acts on it. */
  let pressed: EventTarget[] = [];

  for (const type of ['click', 'auxclick']) {
    const notePressed = (event: Event) => {
      const { ctrlKey, metaKey, shiftKey, button } = event as MouseEvent;
      pressed = ctrlKey || metaKey || shiftKey || button === 1 ? event.composedPath() : [];
      setTimeout(() => (pressed = []));
    };
    addEventListener(type, notePressed, true);
  }

  const opensNewTab = (element: Element, button: Element | null | undefined = element) =>
    (button !== null && pressed.includes(button)) || hasOtherTab(element, button);

  const ways: Ways = {
    link(link) {
      const attribute = ['href', 'xlink:href'].find((name) => link.hasAttribute(name));
      // A link without an address leads nowhere.
      if (!attribute) return undefined;
      const { href } = link as HTMLAnchorElement | SVGAElement;
      const address = typeof href === 'string' ? href : href.baseVal;
      const isNewTab = opensNewTab(link);
      const carried = engine.carriedUrl(address, isNewTab);
      // Within this page the browser scrolls, and loads nothing.
      if (!carried || (!isNewTab && isInThisPage(new URL(address, link.baseURI)))) return undefined;
      return engine.lendAddress(link, attribute, carried);
    },
    form(form, submitter = null) {
      const button = submitter as HTMLButtonElement | null;
      const method = button?.formMethod || readProperty(HTMLFormElement, form, 'method');
      const hasAddress = button?.hasAttribute('formaction');
      // The browser has resolved these: a form without an address leads to its own page, and not to the base.
      const address = hasAddress
        ? button!.formAction
        : readProperty(HTMLFormElement, form, 'action');
      const carried = engine.carriedUrl(address, opensNewTab(form, button));
      if (!carried || method === 'dialog') return undefined;
      const lender = hasAddress ? button! : form;
      return engine.lendAddress(
        lender,
        hasAddress ? 'formaction' : 'action',
        carried,
        method === 'get' ? form : undefined,
      );
    },
  };
  Object.assign(engine.ways, ways);

  carryIntoOpenedWindows(engine);
}

/** Carries the token into a window that a script opens. Without an opener its sessionStorage starts empty. */
function carryIntoOpenedWindows({ carriedUrl }: EndlinkEngine): void {
  const open = window.open.bind(window);
  window.open = (address, target, features) => {
    const isAlone = /noopener|noreferrer/i.test(features ?? '');
    const carried = address && carriedUrl(String(address), isAlone)?.href;
    return open(carried || address, target, features);
  };
}

/** Whether a link to this address only scrolls this page. */
const isInThisPage = ({ href }: URL): boolean =>
  href.includes('#') && href.split('#')[0] === location.href.split('#')[0];

/** Whether the target of a link or form is another tab than its own, as far as its attributes tell. */
function hasOtherTab(element: Element, submitter?: Element | null): boolean {
  const base = document.querySelector('base[target]');
  const target =
    submitter?.getAttribute('formtarget') ??
    readAttribute(element, 'target') ??
    base?.getAttribute('target') ??
    '';
  const own = ['', '_self', '_parent', '_top', window.name];
  // A frame of this page shares the storage of its tab.
  for (const frame of document.querySelectorAll('iframe,frame,object,embed'))
    own.push(frame.getAttribute('name') ?? '');
  return !own.includes(target) && !own.includes(target.toLowerCase());
}
