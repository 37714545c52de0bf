/**
 * All that decides whether a link or form carries the token: where the browser would go, in which tab, and by which button. The script tag
 * leaves it to the part for tokens.
 *
 * @module
 */
import { findAll, readAttribute, readProperty, replaceMethod } from '../unclobbered.ts';
import { isInThisPage } from './carry.ts';
import type { Ways } from './carry.ts';
import type { EndlinkEngine } from './parts.ts';

/**
 * Returns the ways that carry the token into pages of the own host, too, that open without an opener: their sessionStorage starts empty. Listens for what is
 * pressed.
 */
export function createWays({ plainWays, carriedUrl, setTemporaryAddress }: EndlinkEngine): Ways {
  /** Elements that were pressed with a key or a button that opens a new tab, while the browser acts on it. */
  let pressed: EventTarget[] = [];

  for (const type of ['click', 'auxclick']) {
    const notePressed = (event: Event) => {
      const { ctrlKey, metaKey, shiftKey, button } = event as MouseEvent;
      pressed = ctrlKey || metaKey || shiftKey || button === 1 ? event.composedPath() : [];
      setTimeout(() => (pressed = []));
    };
    addEventListener(type, notePressed, true);
  }
  for (const type of ['click', 'auxclick', 'submit'])
    addEventListener(type, followCancelBubble, true);

  const opensNewTab = (element: Element, button: Element | null | undefined = element) =>
    (button !== null && pressed.includes(button)) || hasOtherTab(element, button);

  return {
    link(link) {
      const attribute = ['href', 'xlink:href'].find((name) => link.hasAttribute(name));
      // A link without an address leads nowhere.
      if (!attribute || isDownload(link)) return undefined;
      const { href } = link as HTMLAnchorElement | SVGAElement;
      const address = typeof href === 'string' ? href : href.baseVal;
      const isNewTab = opensNewTab(link);
      const carried = carriedUrl(address, isNewTab);
      // Within this page the browser scrolls, and loads nothing.
      if (!carried || (!isNewTab && isInThisPage(address))) return undefined;
      return setTemporaryAddress(link, attribute, carried);
    },
    form: (form, submitter = null) => plainWays.form(form, submitter, opensNewTab(form, submitter)),
  };
}

/** Has a listener that sets `event.cancelBubble` call `stopPropagation()`, which the carrier follows. */
function followCancelBubble(event: Event): void {
  Object.defineProperty(event, 'cancelBubble', {
    get: () => readProperty(Event, event, 'cancelBubble'),
    set: (isStopped: boolean) => {
      if (isStopped) event.stopPropagation();
    },
    configurable: true,
  });
}

/**
 * Carries the token into a window that a script opens. Without an opener its sessionStorage starts empty. One with a name may be open since an earlier
 * token, and has that in its sessionStorage.
 */
export function carryIntoOpenedWindows({ carriedUrl }: EndlinkEngine): void {
  replaceMethod(window, 'open', (open) => (address, target, features) => {
    const isNew = !target || /^_blank$/i.test(target);
    const isAlone =
      /noopener|noreferrer/i.test(features ?? '') ||
      !(isNew ? isStorageSharedWith(top) : isOwnTarget(target));
    const carried = address && carriedUrl(String(address), isAlone)?.href;
    const isHere = carried && target === '_self' && isInThisPage(String(address));
    return open.call(window, (!isHere && carried) || address, target, features);
  });
}

/** Returns whether a link saves a file, whose address the server may have signed. To another host, the browser follows the link all the same. */
const isDownload = (link: Element): boolean =>
  link.hasAttribute('download') && (link as HTMLAnchorElement).origin === location.origin;

/** Returns whether the target of a link or form has another sessionStorage than this page, as far as its attributes tell. */
function hasOtherTab(element: Element, submitter?: Element | null): boolean {
  const [base] = findAll(document, 'base[target]');
  const target =
    submitter?.getAttribute('formtarget') ??
    readAttribute(element, 'target') ??
    base?.getAttribute('target') ??
    '';
  return !isOwnTarget(target);
}

/** Returns whether a target is this window, one around it, or a frame inside, and has the sessionStorage of this page. */
function isOwnTarget(target: string): boolean {
  if (/^_top$/i.test(target)) return isStorageSharedWith(top);
  if (/^_parent$/i.test(target)) return isStorageSharedWith(parent);
  const own = ['', window.name];
  // A frame shares the storage of its tab. The page can read the name of a frame of another host only from the attribute.
  for (const frame of findAll(document, 'iframe,frame,object,embed'))
    own.push(frame.getAttribute('name') ?? '');
  own.push(...namesOfFrames(window));
  return /^_self$/i.test(target) || own.includes(target);
}

/**
 * Returns whether a window around this frame has the same sessionStorage. Browsers keep that of a frame apart which a page of another site is
 * around, and such a page cannot be read.
 */
function isStorageSharedWith(ancestor: Window | null): boolean {
  try {
    let view: Window = window;
    while (view !== ancestor) {
      view = view.parent;
      if (!view.document) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Returns the present names of the frames of a page, and of the frames inside these. */
function namesOfFrames(page: Window): string[] {
  const names: string[] = [];
  // The page may have a variable called `length`.
  for (let index = 0; page[index]; index++)
    try {
      const frame = page[index]!;
      names.push(frame.name, ...namesOfFrames(frame));
    } catch {
      // The frame shows another host.
    }
  return names;
}
