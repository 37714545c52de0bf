import { ReactiveElement } from '@lit/reactive-element';
import type { PropertyValues } from '@lit/reactive-element';
import { LateListeners } from './late-listeners.ts';
import type { Listener } from './late-listeners.ts';
import { loadLanguage } from './languages.ts';
import { isRightToLeft, languageOf, messagesFor, spokenTag } from './messages.ts';
import type { Messages } from './messages.ts';
import { createButton, createElement, patchChildren } from './nodes.ts';
import type { Child } from './nodes.ts';
import { styles } from './styles.ts';

/** A sign before the sentence, so that no state is shown by colour alone. What is busy has a spinner in its place. */
const MARKS = { neutral: '○', success: '✓', warning: '!', error: '✕', busy: '' };

/** A row of the table of an element: the contents for one state. An empty row shows nothing, unless the page fills the slot. */
export interface View {
  /** Chooses the mark. */
  tone?: keyof typeof MARKS;
  /** The state, for a row that is one case of a state. Default: the name of the row. */
  state?: string;
  /** Name of the slot in which the page may say it otherwise. Default: the state. */
  slot?: string;
  /** Default: the message with the name of the row. */
  sentence?: readonly Child[];
  /** Screen readers do not announce the sentence: it hardly says more than the one before. */
  isQuiet?: boolean;
  /** The arguments of {@link createButton}. */
  buttons?: readonly Parameters<typeof createButton>[];
}

/**
 * Base class of the elements: a status line in the language of the page, the state mirrored as a custom state, and a focus that is not lost.
 *
 * The manifest gives each element the parts and custom properties that are named here.
 *
 * @csspart status - the line that tells the state
 * @csspart mark - the sign before the sentence
 * @csspart spinner - what stands in its place while something is under way
 * @csspart test - the mark of a test
 * @cssproperty [--vaultlink-accent=#1d5fd1] - colour of the buttons
 * @cssproperty [--vaultlink-on-accent=#fff] - colour of the text on them
 * @cssproperty [--vaultlink-accent-hover] - their colour under the pointer. Default: `--vaultlink-accent`, darkened
 * @cssproperty [--vaultlink-quiet-hover=#8882] - the same for a button that is not the first choice
 * @cssproperty [--vaultlink-font-weight=600] - weight of the text on the buttons
 * @cssproperty [--vaultlink-radius=0.5em] - radius of the corners of the buttons and of the mark of a test
 * @cssproperty [--vaultlink-border-width=2px] - width of their borders
 * @cssproperty [--vaultlink-gap=0.6em] - space between mark, sentence and buttons
 * @cssproperty [--vaultlink-neutral=inherit] - colour of the sign before anything is done, and of the spinner
 * @cssproperty [--vaultlink-success] - colour of the sign of a success. Default: a green that suits the colour of the text
 * @cssproperty [--vaultlink-warning] - colour of the sign where something is left to do. Default: an amber
 * @cssproperty [--vaultlink-error] - colour of the sign of a failure. Default: a red
 */
export abstract class VaultlinkElement extends ReactiveElement {
  static override styles = styles;

  readonly #internals = internalsOf(this);
  readonly #lateListeners = new LateListeners(this);
  /** The language of the last update. */
  #language = '';
  readonly #languageObserver = new MutationObserver(() => this.#updateLanguage());
  #lastWarning = '';

  /** The row of its table that the element shows, without doing anything. */
  abstract preview: string | null | undefined;
  /** State of the row that a preview shows. */
  protected previewState: string | undefined;

  /** Mirrored as a custom state. */
  abstract get state(): string;

  /** Name of the row that the element shows now. */
  protected abstract get viewName(): string;

  /** Returns the table of all that the element shows: a row for each state, and for each case of one that has a sentence of its own. */
  protected abstract views(text: Messages, tag: string): Readonly<Record<string, View>>;

  /** Returns whether what the element shows is marked as a test. */
  protected isTest(): boolean {
    return this.isPreview;
  }

  /** Returns whether the element only shows a state: it follows, requests and dispatches nothing. */
  protected get isPreview(): boolean {
    return this.preview != null;
  }

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

  /** Stops watching the language. */
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
    // Safari before 17.4 has no custom states.
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
    const root = this.shadowRoot!;
    const hadFocus = !!root.activeElement;
    patchChildren(root, createElement('div', {}, ...this.render()));
    this.#mirrorState();
    if (hadFocus && !root.activeElement) {
      root.querySelector<HTMLElement>('[part=status]')?.focus();
    }
  }

  /** Returns what the shadow root shows now: the status line, and the buttons of the state. */
  protected render(): Child[] {
    const tag = spokenTag(languageOf(this));
    const text = messagesFor(tag);
    const name = this.preview ?? this.viewName;
    const views = this.views(text, tag);
    const view = views[name];
    if (!view && this.isPreview)
      this.warn(`has no "${name}" to preview, but ${Object.keys(views).join(', ')}.`);
    // A state that a later version has stored has no row, either.
    const { tone, state = name, slot = state, ...row } = view ?? {};
    this.previewState = view && this.isPreview ? state : undefined;
    const sentence = row.sentence ?? [text[name as 'waiting']];
    const dir = isRightToLeft(tag) ? 'rtl' : 'ltr';
    const ours = { lang: tag, dir };
    // A sentence of the page has the direction of the page.
    const isOurs = ![...this.children].some((child) => child.slot === slot);
    return [
      createElement(
        'p',
        {
          part: 'status',
          role: 'status',
          tabindex: '-1',
          'aria-live': row.isQuiet ? 'off' : undefined,
          lang: tag,
          dir: isOurs ? dir : undefined,
        },
        tone &&
          createElement(
            'span',
            { part: MARKS[tone] ? 'mark' : 'spinner', class: tone, 'aria-hidden': 'true' },
            MARKS[tone],
          ),
        createElement('slot', { name: slot }, ...(tone ? sentence : [])),
      ),
      this.isTest() && createElement('p', { part: 'test', ...ours }, text.testRun),
      row.buttons &&
        createElement(
          'div',
          { class: 'buttons', ...ours },
          ...row.buttons.map((one) => createButton(...one)),
        ),
    ];
  }
}

/** Returns the internals of an element. `undefined`: happy-dom has none, and none has an element that a polyfill for custom elements has defined. */
function internalsOf(element: HTMLElement): Partial<ElementInternals> | undefined {
  try {
    return element.attachInternals();
  } catch {
    return undefined;
  }
}

/** Returns the root around the host of a shadow root. */
const parentRootOf = (root: Node): Node | undefined =>
  root instanceof ShadowRoot ? root.host.getRootNode() : undefined;
