import { withLanding } from '../../protocol/endlink.ts';
import type { EndlinkOptions } from './options.ts';
import { storedRecord } from './record.ts';

/**
 * The URL with the token on it, if its host may receive the token. Unchanged: it may not, it would be sent in the clear, or it is no URL.
 *
 * @param isOwnHostIncluded whether a page of this host would not find the token in the tab's storage
 */
export function carriedUrl(
  { carry = '' }: EndlinkOptions,
  address: string,
  isOwnHostIncluded?: boolean,
): string {
  try {
    const { outcome, query, inMemory } = storedRecord()!;
    const target = new URL(address, document.baseURI);
    const { host, protocol } = target;
    const isOwnHost = (isOwnHostIncluded || inMemory) && host === location.host;
    const isSafe = protocol === 'https:' || protocol === location.protocol;
    // A token whose outcome is locked stays: the page behind the URL could report another one.
    if (!outcome && isSafe && (isOwnHost || carry.split(/\s+/).includes(host)))
      return withLanding(target, query);
  } catch {
    // There is no token, or no URL.
  }
  return address;
}

/** Listens for links and forms, before any of them can be pressed. */
export function carryLinksAndForms(options: EndlinkOptions): void {
  for (const type of ['click', 'auxclick', 'submit', 'formdata'])
    addEventListener(type, (event) => carryOnEvent(options, event));
  // A form that a script submits has no `submit` event.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function () {
    lendAddress(options, this, 'action');
    submit.call(this);
  };
}

/**
 * Carries the token with a link or a form.
 *
 * @param event a click, the `submit` event of a form, or its `formdata` event: the query of a GET form is made of its fields, whatever its action
 *   says
 * @param isOwnHostIncluded whether the navigation opens a tab, whose sessionStorage starts empty
 */
export function carryOnEvent(
  options: EndlinkOptions,
  event: Event & { formData?: FormData },
  isOwnHostIncluded?: boolean,
): void {
  const isClick = event.type.includes('click');
  const element = event
    .composedPath()
    .find((target) =>
      (target as Element).matches?.(isClick ? 'a,area' : 'form'),
    ) as HTMLFormElement;
  if (!element || event.defaultPrevented) return;
  if (!event.formData) {
    lendAddress(options, element, isClick ? 'href' : 'action', isOwnHostIncluded);
  } else if (element.method === 'get') {
    const carried = carriedUrl(options, element.action, isOwnHostIncluded);
    if (carried !== element.action)
      new URL(carried).searchParams.forEach((value, name) => event.formData!.set(name, value));
  }
}

/** Lends the carried URL to an attribute for as long as the navigation needs to read it: no attribute of the page keeps the token. */
export function lendAddress(
  options: EndlinkOptions,
  element: Element,
  attribute: string,
  isOwnHostIncluded?: boolean,
): void {
  const address = element.getAttribute(attribute);
  const carried = carriedUrl(options, address ?? '', isOwnHostIncluded);
  if (carried === (address ?? '')) return;
  element.setAttribute(attribute, carried);
  setTimeout(() => {
    if (address === null) element.removeAttribute(attribute);
    else element.setAttribute(attribute, address);
  });
}
