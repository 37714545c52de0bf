import { readLanding } from '../../protocol/endlink.ts';
import type { EndlinkEngine } from './parts.ts';
import { landingNamesOf } from './options.ts';

/**
 * Carries the token along when a seller follows a link, submits a form or meets a frame. No attribute of the page keeps it.
 *
 * Listens on the window while events bubble, hence last: what a router has taken over (`preventDefault`) is left alone.
 */
export function carryOnNavigation(engine: EndlinkEngine): void {
  const onClick = (event: Event) => {
    const isLink = (target: EventTarget) => target instanceof Element && target.matches('a[href]');
    const link = event.composedPath().find(isLink);
    if (link && !event.defaultPrevented) lend(engine, link as Element, 'href');
  };
  addEventListener('click', onClick);
  addEventListener('auxclick', onClick);

  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    if (event.defaultPrevented) return;
    const carried = submitter?.hasAttribute('formaction')
      ? lend(engine, submitter, 'formaction')
      : lend(engine, form, 'action');
    const method = submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get';
    if (carried && method.toLowerCase() === 'get') addFields(engine, form, carried);
  });
}

/** Lends the carried URL to an attribute for as long as the navigation needs to read it. */
function lend(engine: EndlinkEngine, element: Element, attribute: string): string | undefined {
  const value = element.getAttribute(attribute);
  const carried = carriedFrom(engine, value ?? '');
  if (!carried) return undefined;
  element.setAttribute(attribute, carried);
  setTimeout(() => {
    if (value === null) element.removeAttribute(attribute);
    else element.setAttribute(attribute, value);
  });
  return carried;
}

/** The carried URL. `undefined`: its host may not receive the token, it would be sent in the clear, or it is no URL. */
function carriedFrom(engine: EndlinkEngine, address: string): string | undefined {
  try {
    const { href, protocol } = new URL(address, document.baseURI);
    // Never in the clear, but on a page that is.
    if (protocol !== 'https:' && protocol !== location.protocol) return undefined;
    const carried = engine.carry(href);
    return carried === href ? undefined : carried;
  } catch {
    return undefined;
  }
}

/** The query of a GET form is made of its fields, whatever its action says. */
function addFields(engine: EndlinkEngine, form: HTMLFormElement, carried: string): void {
  const names = landingNamesOf(engine.options);
  const { token, sellerId, interactionId } = readLanding(carried, names);
  const add = ({ formData }: FormDataEvent) => {
    if (token) formData.set(names.token, token);
    if (sellerId) formData.set(names.sellerId, sellerId);
    if (interactionId && names.interactionId) formData.set(names.interactionId, interactionId);
  };
  form.addEventListener('formdata', add, { once: true });
}

/** Frames that were handed the token, so that none is loaded a second time. */
const seen = new WeakSet<HTMLIFrameElement>();

/** Sends frames on to their carried URL: by `location.replace`, so that neither an attribute nor a history entry holds the token. */
export function carryIntoFrames(engine: EndlinkEngine): void {
  // A frame without an address of its own would be sent to that of this page.
  const frames = document.querySelectorAll<HTMLIFrameElement>('iframe[src]:not([srcdoc],[src=""])');
  for (const frame of frames) {
    const carried = carriedFrom(engine, frame.src);
    if (!carried || seen.has(frame)) continue;
    seen.add(frame);
    frame.contentWindow?.location.replace(carried);
  }
}
