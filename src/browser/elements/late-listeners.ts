/** What is known of the events of an element. */
interface Announcement {
  /** The event that the element has dispatched last. */
  last?: Event;
  /** Whether somebody listens, or has listened, on the element. */
  isHeard?: boolean;
}

/** Marks a class that gives missed events already, by this copy of the module or by another one. */
const MARK = Symbol.for('vaultlink.late-listeners');

const ELEMENTS = ['endlink-finish', 'vault-connect', 'vault-push'];

/**
 * Gives the first listener on an element the event that the element has dispatched last, if the listener comes too late for it: a framework adds the
 * listeners of a page that a server has rendered only once it has hydrated the page. An event that could be cancelled is over, and is not given.
 *
 * Not part of the class, so that a page of which nothing is hydrated does not download it.
 *
 * @param prototype of the elements
 */
export function giveMissedEvents(prototype: HTMLElement): void {
  if (MARK in prototype) return;
  Reflect.set(prototype, MARK, true);
  const announcements = new WeakMap<EventTarget, Announcement>();
  const announcementOf = (element: EventTarget) => {
    const known = announcements.get(element) ?? {};
    announcements.set(element, known);
    return known;
  };
  /* eslint-disable @typescript-eslint/unbound-method -- each is called with its element. */
  const original = {
    addEventListener: prototype.addEventListener,
    removeEventListener: prototype.removeEventListener,
    dispatchEvent: prototype.dispatchEvent,
  };
  /* eslint-enable @typescript-eslint/unbound-method */

  prototype.dispatchEvent = function (event) {
    announcementOf(this).last = event;
    return original.dispatchEvent.call(this, event);
  };

  prototype.addEventListener = function (this: HTMLElement, ...parameters: ListenerParameters) {
    original.addEventListener.apply(this, parameters);
    const announcement = announcementOf(this);
    const { last, isHeard } = announcement;
    // Listeners of other events, such as `click`, say nothing.
    if (isHeard || !parameters[0].includes('-')) return;
    announcement.isHeard = true;
    if (!last || last.cancelable) return;
    // After the other listeners that are added now.
    queueMicrotask(() => {
      // The listeners of the document have received it.
      const stopHere = (event: Event) => event.stopPropagation();
      original.addEventListener.call(this, last.type, stopHere, { once: true });
      original.dispatchEvent.call(this, last);
    });
  };

  // A listener that was added before the element was defined has received its events.
  prototype.removeEventListener = function (this: HTMLElement, ...parameters: ListenerParameters) {
    original.removeEventListener.apply(this, parameters);
    announcementOf(this).isHeard = true;
  };
}

type ListenerParameters = [
  type: string,
  listener: EventListenerOrEventListenerObject,
  options?: boolean | AddEventListenerOptions,
];

/** Gives missed events to late listeners on all elements of the page, whether the script tag or a bundle defines them. Does nothing on a server. */
export function giveMissedEventsOfElements(): void {
  if (typeof customElements === 'undefined') return;
  for (const name of ELEMENTS) {
    const giveEvents = () => {
      const { prototype } = customElements.get(name) ?? {};
      if (prototype) giveMissedEvents(prototype as HTMLElement);
    };
    // Now, where another module has just defined it: an element may dispatch its first event in the next microtask.
    if (customElements.get(name)) giveEvents();
    else void customElements.whenDefined(name).then(giveEvents);
  }
}
