import { createElement } from './nodes.ts';

/** A listener of an element: a function, or an object with `handleEvent()`. */
export type Listener = EventListenerOrEventListenerObject;

/** The event of the state that an element has now. */
interface Announcement {
  readonly type: string;
  /** Makes the event anew. */
  readonly create: () => Event;
  /** True while the element dispatches the event. A listener that is added meanwhile is not late. */
  isDispatching: boolean;
  /** Listeners that were added after it, and were not called yet. */
  readonly late: Set<Listener>;
  /** Number of listeners that have received it and were removed since: as many new ones only take their place. */
  replaced: number;
}

/**
 * Calls the listeners of an element that are added too late for the event of its state: a framework adds the listeners of a page that a server has
 * rendered only once it has hydrated the page.
 *
 * Each listener is called alone, and once. A listener that takes the place of a removed one is not late: React replaces listeners at each render.
 */
export class LateListeners {
  readonly #element: HTMLElement;
  /** The element was in the page before it was defined, so it may have listeners from then. */
  readonly #isUpgraded: boolean;
  /** The listeners that were added and not removed, by the type of the event. */
  readonly #added = new Map<string, WeakSet<Listener>>();
  #announcement: Announcement | undefined;

  /** @param element whose constructor runs */
  constructor(element: HTMLElement) {
    this.#element = element;
    this.#isUpgraded = element.isConnected;
  }

  /**
   * Dispatches the event of the present state.
   *
   * @param create makes the event; `undefined`: the state has none
   */
  announce(create: (() => Event) | undefined): void {
    this.#announcement = undefined;
    if (!create) return;
    const event = create();
    const { type } = event;
    const announcement = {
      type,
      create,
      isDispatching: true,
      late: new Set<Listener>(),
      replaced: 0,
    };
    this.#announcement = announcement;
    this.#element.dispatchEvent(event);
    announcement.isDispatching = false;
  }

  /** Calls a listener that has just been added, after the other listeners that are added now, if it is late. */
  add(type: string, listener: Listener, options: boolean | AddEventListenerOptions = {}): void {
    const added = this.#added.get(type) ?? new WeakSet();
    if (added.has(listener)) return;
    this.#added.set(type, added.add(listener));
    const { signal, once } = typeof options === 'object' ? options : {};
    signal?.addEventListener('abort', () => this.remove(type, listener));
    const announcement = this.#announcement;
    if (announcement?.type !== type || announcement.isDispatching) return;
    announcement.late.add(listener);
    queueMicrotask(() => {
      // It was removed, or the element has dispatched another event.
      if (announcement !== this.#announcement || !announcement.late.delete(listener)) return;
      if (announcement.replaced) {
        announcement.replaced -= 1;
        return;
      }
      // Not by the element's own method, which would take the next listener for one in its place.
      if (once)
        HTMLElement.prototype.removeEventListener.call(this.#element, type, listener, options);
      this.#call(listener, announcement.create());
    });
  }

  /** Remembers that a listener has just been removed. */
  remove(type: string, listener: Listener): void {
    const wasAdded = this.#added.get(type)?.delete(listener);
    const announcement = this.#announcement;
    if (announcement?.type !== type || announcement.late.delete(listener)) return;
    if (wasAdded || this.#isUpgraded) announcement.replaced += 1;
  }

  /** Calls a listener as the element would. An error of it is reported by the browser. */
  #call(listener: Listener, event: Event): void {
    const element = this.#element;
    // Svelte defines `currentTarget` once more.
    const target = { value: element, configurable: true };
    Object.defineProperties(event, { target, currentTarget: target });
    // A node, since the DOMs of test runners do not dispatch their events on an `EventTarget` of Node's.
    const caller = createElement('span', {});
    caller.addEventListener(event.type, () => {
      if (typeof listener === 'function') listener.call(element, event);
      else listener.handleEvent(event);
    });
    caller.dispatchEvent(event);
  }
}
