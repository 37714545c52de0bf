import { ReactiveElement } from '@lit/reactive-element';
import type { PropertyValues } from '@lit/reactive-element';
import { isRightToLeft, languageOf, loadLanguage, messagesFor, spokenTag } from './messages.ts';
import type { Messages } from './messages.ts';
import { createElement, patchChildren } from './nodes.ts';
import type { Child } from './nodes.ts';
import { styles } from './styles.ts';

declare global {
  var litIssuedWarnings: Set<string> | undefined;
}

// A development server of the page's takes the build of Lit that says so in the console. It is our part, not the page's.
globalThis.litIssuedWarnings?.add('dev-mode');

/** What an element shows in a state. */
export interface View {
  /** Name of the slot in which the page may say it otherwise. */
  slot: string;
  sentence: Child;
  buttons?: readonly Node[] | undefined;
  /** Shows nothing, unless the page fills the slot. */
  isSilent?: boolean;
  /** A remark beside the state. */
  note?: string | undefined;
}

/** A sign before the sentence, so that no state is shown by colour alone. A state without one has a spinner. */
const MARKS: Record<string, string> = {
  waiting: '○',
  disconnected: '○',
  accepted: '✓',
  confirmed: '✓',
  connected: '✓',
  pushed: '✓',
  unknown: '!',
  expired: '!',
  reconnect: '!',
  rejected: '✕',
  failed: '✕',
  missing: ' ',
  ready: ' ',
};

type ListenerParameters = [
  type: string,
  listener: EventListenerOrEventListenerObject,
  options?: boolean | AddEventListenerOptions,
];

/** Base class of the elements: a status line in the language of the page, the state mirrored as a custom state, and a focus that is not lost. */
export abstract class VaultlinkElement extends ReactiveElement {
  static override styles = styles;

  // Safari before 16.4 has none, and before 17.4 none with custom states; so have stand-ins for a browser.
  readonly #internals: Partial<ElementInternals> | undefined = this.attachInternals?.();
  #lastWarning = '';
  #lastEvent: Event | undefined;
  /** Whether somebody listens, or has listened, for its events here. */
  #isHeard = false;

  /** Mirrored as a custom state. */
  abstract get state(): string;

  /** Returns what the element shows now. */
  protected abstract view(text: Messages, tag: string): View;

  /** Waits for the language, so that no sentence changes its language before the user's eyes. */
  protected override async scheduleUpdate(): Promise<void> {
    await loadLanguage(languageOf(this));
    await super.scheduleUpdate();
  }

  /** Dispatches an event, and keeps it for a listener that comes too late. */
  override dispatchEvent(event: Event): boolean {
    this.#lastEvent = event;
    return super.dispatchEvent(event);
  }

  /**
   * Adds a listener. If it is the first one on the element, it gets the event that the element has dispatched last: a framework adds those of a page
   * that a server has rendered only once it has hydrated the page. What could be cancelled is over.
   */
  override addEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(...parameters: ListenerParameters): void;
  override addEventListener(...parameters: ListenerParameters): void {
    super.addEventListener(...parameters);
    const missed = this.#lastEvent;
    // Those of other events, such as `click`, say nothing.
    if (this.#isHeard || !parameters[0].includes('-')) return;
    this.#isHeard = true;
    if (!missed || missed.cancelable) return;
    // After the others that are added now.
    queueMicrotask(() => {
      // The listeners of the document have had it.
      super.addEventListener(missed.type, (event) => event.stopPropagation(), { once: true });
      super.dispatchEvent(missed);
    });
  }

  /** Removes a listener: one that was added before the element was defined has heard its events. */
  override removeEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Type]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  override removeEventListener(...parameters: ListenerParameters): void;
  override removeEventListener(...parameters: ListenerParameters): void {
    super.removeEventListener(...parameters);
    this.#isHeard = true;
  }

  /** Says in the console what is wrong with the element, once in a row. */
  protected warn(problem: string): void {
    if (problem !== this.#lastWarning) console.warn(`[vaultlink] <${this.localName}> ${problem}`);
    this.#lastWarning = problem;
  }

  #mirrorState(): void {
    const states = this.#internals?.states;
    try {
      states?.clear();
      states?.add(this.state);
    } catch {
      // Chrome 90 to 124 accepts only names that begin with two dashes. No style sheet asks for those.
    }
  }

  /** Mirrors and shows the state. The focus of a button that is gone moves to the status line, where a screen reader goes on. */
  protected override update(changed: PropertyValues): void {
    super.update(changed);
    this.#mirrorState();
    const root = this.shadowRoot!;
    const hadFocus = !!root.activeElement;
    patchChildren(root, createElement('div', {}, ...this.render()));
    if (hadFocus && !root.activeElement) {
      root.querySelector<HTMLElement>('[part=status]')?.focus();
    }
  }

  /** Returns what the shadow root shows now: the status line, and the buttons of the state. */
  protected render(): Child[] {
    const tag = spokenTag(languageOf(this));
    const { slot, sentence, buttons, isSilent, note } = this.view(messagesFor(tag), tag);
    const dir = isRightToLeft(tag) ? 'rtl' : 'ltr';
    // A sentence of the page has the direction of the page.
    const isOurs = !this.querySelector(`[slot=${slot}]`);
    const mark = createElement('span', { class: 'mark', 'aria-hidden': 'true' }, MARKS[this.state]);
    const status = createElement(
      'p',
      { part: 'status', role: 'status', tabindex: '-1', lang: tag, dir: isOurs ? dir : undefined },
      isSilent && isOurs ? undefined : mark,
      createElement('slot', { name: slot }, sentence),
    );
    return [
      status,
      note && createElement('p', { part: 'test', lang: tag, dir }, note),
      buttons && createElement('div', { class: 'buttons', lang: tag, dir }, ...buttons),
    ];
  }
}
