import { withLanding } from '../../protocol/endlink.ts';
import type { EndlinkOptions } from './options.ts';
import { storedRecord } from './record.ts';

/** Takes the token along when the seller leaves the page. */
export interface Carrier {
  /**
   * The URL with the token on it. `undefined`: its host may not receive the token, it has the token already, or it is no URL.
   *
   * @param isOwnHostIncluded whether a page of this host would not find the token in the tab's storage
   */
  readonly carriedUrl: (address: string, isOwnHostIncluded?: boolean) => URL | undefined;
  /**
   * Lends the carried URL to an attribute, and to the fields of a GET form, for as long as the navigation needs to read them: the page keeps
   * no token.
   */
  readonly lendAddress: (element: Element, attribute: string, isOwnHostIncluded?: boolean) => void;
}

/** Listens for links and forms, before any of them can be pressed. */
export function startCarrier(options: EndlinkOptions): Carrier {
  const carriedUrl: Carrier['carriedUrl'] = (address, isOwnHostIncluded) => {
    try {
      const { outcome, query, inMemory } = storedRecord()!;
      const url = new URL(address, document.baseURI);
      const { host, protocol, search } = url;
      const isOwnHost = (isOwnHostIncluded || inMemory) && host === location.host;
      const isAllowed = isOwnHost || (options.carry ?? '').split(/[\s,]+/).includes(host);
      const isSafe = ['https:', location.protocol].includes(protocol);
      // A token whose outcome is locked stays: the page behind the URL could report another one.
      if (outcome || !isAllowed || !isSafe || search.includes(query.slice(1))) return undefined;
      withLanding(url, query);
      return url;
    } catch {
      // There is no token, or no URL.
      return undefined;
    }
  };

  const lendAddress: Carrier['lendAddress'] = (element, attribute, isOwnHostIncluded) => {
    const address = element.getAttribute(attribute);
    const carried = carriedUrl(address ?? '', isOwnHostIncluded);
    if (!carried) return;
    element.setAttribute(attribute, carried.href);
    const addFields = (event: Event) =>
      carried.searchParams.forEach((value, name) =>
        (event as FormDataEvent).formData.set(name, value),
      );
    // The query of a GET form is made of its fields, whatever its action says.
    if ((element as HTMLFormElement).method === 'get')
      element.addEventListener('formdata', addFields);
    setTimeout(() => {
      element.removeEventListener('formdata', addFields);
      if (address === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, address);
    });
  };

  for (const type of ['click', 'auxclick', 'submit']) {
    addEventListener(type, (event) => {
      const isForm = type === 'submit';
      const element = event
        .composedPath()
        .find((target) => (target as Element).matches?.(isForm ? 'form' : 'a,area'));
      if (element && !event.defaultPrevented)
        lendAddress(element as Element, isForm ? 'action' : 'href');
    });
  }
  // A form that a script submits has no `submit` event.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function () {
    lendAddress(this, 'action');
    submit.call(this);
  };

  return { carriedUrl, lendAddress };
}
