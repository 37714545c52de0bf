import { withLanding } from '../../protocol/endlink.ts';
import { resolveAddress } from '../page-address.ts';
import { readAttribute, readProperty, replaceMethod, writeAttribute } from '../unclobbered.ts';
import { entriesOf } from './options.ts';
import type { EndlinkOptions } from './options.ts';
import type { TabRecord } from './tab-record.ts';

/** Gives a link or form its own address back. */
type RestoreAddress = () => void;

/** Functions that make a link or a form carry the token, just before the browser reads its address. They return `undefined` if it carries no token. */
export interface Ways {
  link: (link: Element) => RestoreAddress | undefined;
  /** @param isNewTab `true` if a page of this host would open in a new tab, whose storage has no token */
  form: (
    form: HTMLFormElement,
    submitter?: HTMLElement | null,
    isNewTab?: boolean,
  ) => RestoreAddress | undefined;
}

/** Takes the token along when the seller leaves the page. */
export interface Carrier {
  /**
   * Returns the URL with the token on it. `undefined`: its host may not receive the token, it has the token already, or it is no URL.
   *
   * @param isOwnHostIncluded `true` if a page of this host would not find the token in its storage
   */
  readonly carriedUrl: (address: string, isOwnHostIncluded?: boolean) => URL | undefined;
  /** Carries the link or form of an event. */
  readonly carryEvent: (event: Event) => void;
  /**
   * Sets an attribute to a carried URL until the navigation has read it, so that the page keeps no token. An address that the page sets stays.
   *
   * @param getForm the form, if it sends its fields as the query
   */
  readonly setTemporaryAddress: (
    element: Element,
    attribute: string,
    carried: URL | undefined,
    getForm?: HTMLFormElement,
  ) => RestoreAddress | undefined;
  /** The plain ways, until the part `token` has started: links and forms to other hosts, by their own attributes. */
  readonly plainWays: Ways;
}

/** Returns the hosts of `data-carry` as a browser writes them: in lower case, in ASCII, and without the default port of the protocol. */
const hostsOf = ({ carry }: EndlinkOptions, protocol: string) =>
  entriesOf(carry).map((entry) => {
    try {
      return new URL(`${protocol}//${entry}`).host;
    } catch {
      return undefined;
    }
  });

/**
 * Listens for links and forms, before any of them can be pressed.
 *
 * @param ownRecord the record of the page, whose token is carried
 */
export function startCarrier(
  options: EndlinkOptions,
  readRecord: TabRecord['readRecord'],
  ownRecord: TabRecord['readRecord'],
  parts: { token?: { ways: Ways } | undefined },
): Carrier {
  // A frame of a page's own HTML (`about:srcdoc`) has its origin, or `null`, and no host. Read it before the page has a variable called `origin`.
  const hostlessOrigin = !location.host && window.origin;

  const carriedUrl: Carrier['carriedUrl'] = (address, isOwnHostIncluded) => {
    try {
      const { outcome, query } = ownRecord()!;
      const url = resolveAddress(address);
      const { host, origin, protocol, search } = url;
      const isOwnOrigin = origin !== 'null' && origin === hostlessOrigin;
      const isOwnHost =
        (isOwnHostIncluded || readRecord()!.inMemory) && (isOwnOrigin || host === location.host);
      const isAllowed = isOwnHost || hostsOf(options, protocol).includes(host);
      const isSafe = isOwnOrigin || ['https:', location.protocol].includes(protocol);
      // A token whose outcome is locked stays: the page behind the URL could report another one.
      if (outcome || !isAllowed || !isSafe || search.includes(query.slice(1))) return undefined;
      withLanding(url, query);
      return url;
    } catch {
      // There is no token, or no URL.
      return undefined;
    }
  };

  const setTemporaryAddress = createAddressSetter(ownRecord);
  const plainWays: Ways = {
    link(link) {
      const address = link.getAttribute('href');
      // A link without an address leads nowhere.
      const carried = address === null ? undefined : carriedUrl(address);
      // Within this page the browser scrolls, and loads nothing.
      return carried && !isInThisPage(address!)
        ? setTemporaryAddress(link, 'href', carried)
        : undefined;
    },
    form(form, submitter, isNewTab) {
      const button = submitter as HTMLButtonElement | null | undefined;
      const hasAddress = button?.hasAttribute('formaction');
      // The browser has resolved these: a form without an address leads to its own page, and not to the base.
      const address = hasAddress
        ? button!.formAction
        : readProperty(HTMLFormElement, form, 'action');
      const method = button?.formMethod || readProperty(HTMLFormElement, form, 'method');
      if (method === 'dialog') return undefined;
      return setTemporaryAddress(
        hasAddress ? button! : form,
        hasAddress ? 'formaction' : 'action',
        carriedUrl(address, isNewTab),
        method === 'get' ? form : undefined,
      );
    },
  };

  const ways = () => parts.token?.ways ?? plainWays;

  const carryForEvent = (event: Event): RestoreAddress | undefined => {
    const { target, type, submitter, button } = event as SubmitEvent & MouseEvent;
    // The right button opens a menu.
    if (event.defaultPrevented || button > 1) return undefined;
    if (type === 'submit')
      return target instanceof HTMLFormElement ? ways().form(target, submitter) : undefined;
    const link = event
      .composedPath()
      .find((one) => ['a', 'area'].includes((one as Element).localName)) as Element | undefined;
    return link && ways().link(link);
  };

  const carryEvent = (event: Event) => {
    const restore = carryForEvent(event);
    // The browser reads the address once the event has been dispatched.
    setTimeout(() => restore?.());
  };

  for (const type of ['click', 'auxclick', 'submit'])
    addEventListener(
      type,
      (event) => {
        carryLast(event, carryForEvent);
        // The `submit` event of a form does not leave its shadow tree. The click on the button that sends the form does, and comes first.
        const [pressed] = event.composedPath();
        const root = pressed instanceof Node && Node.prototype.getRootNode.call(pressed);
        if (root instanceof ShadowRoot) root.addEventListener('submit', carryEvent);
      },
      true,
    );
  // A form that a script submits has no `submit` event.
  replaceMethod(
    HTMLFormElement.prototype,
    'submit',
    (submit) =>
      function (this: HTMLFormElement) {
        const restore = ways().form(this);
        submit.call(this);
        // The browser has read the address.
        restore?.();
      },
  );

  return { carriedUrl, carryEvent, setTemporaryAddress, plainWays };
}

/**
 * Sets the carried address for an event after all listeners of the page. An event that a router has handled (`preventDefault`) is left alone, and the
 * router reads the page's own address.
 *
 * @param event in its capture phase, at the window
 */
function carryLast(event: Event, carryNow: (event: Event) => RestoreAddress | undefined): void {
  const { type } = event;
  let restore: RestoreAddress | undefined;
  // The browser reads the address once the event has been dispatched. This timer runs before those that the page's listeners start.
  setTimeout(() => restore?.());
  const carry = (present?: Event) => {
    removeEventListener(type, carry);
    if (!present || present === event) restore ??= carryNow(event);
  };
  // A listener that is added now is called last. Routers do the same at the document and the window, a moment earlier. `Node` has the method of the DOM
  // that a test runner brings; its `EventTarget` may be Node's own.
  Node.prototype.addEventListener.call(
    event.composedPath()[0] ?? window,
    type,
    () => addEventListener(type, carry),
    { capture: true, once: true },
  );
  for (const name of ['stopPropagation', 'stopImmediatePropagation'] as const)
    event[name] = () => {
      Event.prototype[name].call(event);
      // After the listener that has called it.
      queueMicrotask(carry);
    };
}

/** Returns whether a link to this address only scrolls this page. */
export function isInThisPage(address: string): boolean {
  const [page, hash] = resolveAddress(address).href.split('#');
  return hash !== undefined && page === location.href.split('#')[0];
}

/** Returns {@link Carrier.setTemporaryAddress} for the record of this page. */
const createAddressSetter =
  (ownRecord: TabRecord['readRecord']): Carrier['setTemporaryAddress'] =>
  (element, attribute, carried, getForm) => {
    if (!carried) return undefined;
    const address = readAttribute(element, attribute);
    const { href } = carried;
    const addFields = (event: Event) => {
      const { formData } = event as FormDataEvent;
      new URLSearchParams(ownRecord()?.query).forEach((value, name) => formData.set(name, value));
    };
    writeAttribute(element, attribute, href);
    // The browser sends the address of the link to the hosts that `ping` names.
    const ping = readAttribute(element, 'ping');
    writeAttribute(element, 'ping', null);
    if (getForm) Node.prototype.addEventListener.call(getForm, 'formdata', addFields);
    return () => {
      if (getForm) Node.prototype.removeEventListener.call(getForm, 'formdata', addFields);
      // The page may have set another one since.
      if (readAttribute(element, attribute) === href) writeAttribute(element, attribute, address);
      if (ping !== null) writeAttribute(element, 'ping', ping);
    };
  };
