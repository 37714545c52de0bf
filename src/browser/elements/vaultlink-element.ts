import { ReactiveElement } from '@lit/reactive-element';
import type { PropertyValues } from '@lit/reactive-element';
import { LateListeners } from './late-listeners.ts';
import type { Listener } from './late-listeners.ts';
import { loadLanguage } from './languages.ts';
import { isRightToLeft, languageOf, messagesFor, spokenTag } from './messages.ts';
import type { Messages } from './messages.ts';
import { createElement, patchChildren } from './nodes.ts';
import type { Child } from './nodes.ts';
import { styles } from './styles.ts';

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

/** Base class of the elements: a status line in the language of the page, the state mirrored as a custom state, and a focus that is not lost. */
export abstract class VaultlinkElement extends ReactiveElement {
  static override styles = styles;

  // Safari before 16.4 has none, and before 17.4 none with custom states; so have stand-ins for a browser.
  readonly #internals: Partial<ElementInternals> | undefined = this.attachInternals?.();
  readonly #lateListeners = new LateListeners(this);
  /** The language of the last update. */
  #language = '';
  readonly #languageObserver = new MutationObserver(() => this.#updateLanguage());
  #lastWarning = '';

  /** Mirrored as a custom state. */
  abstract get state(): string;

  /** Returns what the element shows now. */
  protected abstract view(text: Messages, tag: string): View;

  /** Adds a listener. One that is too late for the event of the element's present state is called for it. */
  override addEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: Listener | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: Listener | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener!, options);
    if (listener) this.#lateListeners.add(type, listener, options);
  }

  /** Removes a listener. */
  override removeEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Type]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  override removeEventListener(
    type: string,
    listener: Listener | null,
    options?: boolean | EventListenerOptions,
  ): void;
  override removeEventListener(
    type: string,
    listener: Listener | null,
    options?: boolean | EventListenerOptions,
  ): void {
    super.removeEventListener(type, listener!, options);
    if (listener) this.#lateListeners.remove(type, listener);
  }

  /**
   * Dispatches the event of the element's present state, now and to listeners that are added later.
   *
   * @param create makes the event; `undefined`: the state has none
   */
  protected announce(create: (() => Event) | undefined): void {
    this.#lateListeners.announce(create);
  }

  /** Watches the language that the page names around the element. */
  override connectedCallback(): void {
    super.connectedCallback();
    this.#languageObserver.disconnect();
    for (let root: Node | undefined = this.getRootNode(); root; root = parentRootOf(root))
      this.#languageObserver.observe(root, {
        attributes: true,
        attributeFilter: ['lang'],
        subtree: true,
      });
    this.#updateLanguage();
  }

  /** Stops that. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#languageObserver.disconnect();
  }

  /** Waits for the language, so that no sentence changes its language before the user's eyes. */
  protected override async scheduleUpdate(): Promise<void> {
    do {
      this.#language = languageOf(this);
      await loadLanguage(this.#language);
      // The page may have changed it meanwhile.
    } while (this.#language !== languageOf(this));
    await super.scheduleUpdate();
  }

  /** Shows the sentences of another language if the page has changed it since the last update. */
  #updateLanguage(): void {
    if (this.#language && this.#language !== languageOf(this)) this.requestUpdate();
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

/** The root around the host of a shadow root. */
const parentRootOf = (root: Node): Node | undefined =>
  root instanceof ShadowRoot ? root.host.getRootNode() : undefined;
