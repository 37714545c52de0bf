import { withLanding } from '../../protocol/endlink.ts';
import { readAttribute, readProperty, writeAttribute } from '../unclobbered.ts';
import { entriesOf } from './options.ts';
import type { EndlinkOptions } from './options.ts';
import { storedRecord } from './record.ts';

/** Gives a link or form its own address back. */
type RestoreAddress = () => void;

/** What makes a link or a form carry the token, right before the browser reads its address. Returns `undefined` where it carries none. */
export interface Ways {
  link: (link: Element) => RestoreAddress | undefined;
  form: (form: HTMLFormElement, submitter?: HTMLElement | null) => RestoreAddress | undefined;
}

/** Takes the token along when the seller leaves the page. */
export interface Carrier {
  /**
   * The URL with the token on it. `undefined`: its host may not receive the token, it has the token already, or it is no URL.
   *
   * @param isOwnHostIncluded whether a page of this host would not find the token in the tab's storage
   */
  readonly carriedUrl: (address: string, isOwnHostIncluded?: boolean) => URL | undefined;
  /** Carries the link or form of an event. */
  readonly carryEvent: (event: Event) => void;
  /**
   * Lends a carried URL to an attribute, for as long as the navigation needs to read it: the page keeps no token. An address that the page sets
   * meanwhile stays.
   *
   * @param getForm the form, where its fields make the query, whatever its action says
   */
  readonly lendAddress: (
    element: Element,
    attribute: string,
    carried: URL | undefined,
    getForm?: HTMLFormElement,
  ) => RestoreAddress | undefined;
  /** The plain ways, until the part navigation.ts is here: links and forms to other hosts, by their own attributes. */
  readonly ways: Ways;
}

/** The hosts of `data-carry` as a browser writes them: in lower case, in ASCII, and without the default port of the protocol. */
const hostsOf = ({ carry }: EndlinkOptions, protocol: string) =>
  entriesOf(carry).map((entry) => {
    try {
      return new URL(`${protocol}//${entry}`).host;
    } catch {
      return undefined;
    }
  });

/** Listens for links and forms, before any of them can be pressed. */
export function startCarrier(options: EndlinkOptions): Carrier {
  const carriedUrl: Carrier['carriedUrl'] = (address, isOwnHostIncluded) => {
    try {
      const { outcome, query, inMemory } = storedRecord()!;
      const url = new URL(address, readProperty(Node, document, 'baseURI'));
      const { host, protocol, search } = url;
      const isOwnHost = (isOwnHostIncluded || inMemory) && host === location.host;
      const isAllowed = isOwnHost || hostsOf(options, protocol).includes(host);
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

  const ways: Ways = {
    link(link) {
      const address = link.getAttribute('href');
      // A link without an address leads nowhere.
      return address === null ? undefined : lendAddress(link, 'href', carriedUrl(address));
    },
    form(form, submitter) {
      if (submitter?.hasAttribute('formaction')) return undefined;
      const address = readProperty(HTMLFormElement, form, 'action');
      const isGet = readProperty(HTMLFormElement, form, 'method') === 'get';
      return lendAddress(form, 'action', carriedUrl(address), isGet ? form : undefined);
    },
  };

  const carryEvent = (event: Event) => {
    if (event.defaultPrevented) return;
    const { target, type, submitter } = event as SubmitEvent;
    const link = event
      .composedPath()
      .find((one) => ['a', 'area'].includes((one as Element).localName)) as Element | undefined;
    let restore: RestoreAddress | undefined;
    if (type !== 'submit') restore = link && ways.link(link);
    else if (target instanceof HTMLFormElement) restore = ways.form(target, submitter);
    // The browser reads the address once the event has been dispatched.
    setTimeout(() => restore?.());
  };

  for (const type of ['click', 'auxclick', 'submit']) {
    // A listener that is added now is called last: what a router takes over (`preventDefault`) is left alone.
    addEventListener(type, () => addEventListener(type, carryEvent, { once: true }), true);
  }
  // A form that a script submits has no `submit` event.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function () {
    const restore = ways.form(this);
    submit.call(this);
    // The browser has read the address.
    restore?.();
  };

  return { carriedUrl, carryEvent, lendAddress, ways };
}

const lendAddress: Carrier['lendAddress'] = (element, attribute, carried, getForm) => {
  if (!carried) return undefined;
  const address = readAttribute(element, attribute);
  const { href } = carried;
  const addFields = (event: Event) => {
    const { formData } = event as FormDataEvent;
    new URLSearchParams(storedRecord()?.query).forEach((value, name) => formData.set(name, value));
  };
  writeAttribute(element, attribute, href);
  if (getForm) Node.prototype.addEventListener.call(getForm, 'formdata', addFields);
  return () => {
    if (getForm) Node.prototype.removeEventListener.call(getForm, 'formdata', addFields);
    // The page may have set another one since.
    if (readAttribute(element, attribute) === href) writeAttribute(element, attribute, address);
  };
};
