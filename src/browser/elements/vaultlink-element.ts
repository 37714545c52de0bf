import { html, LitElement, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { isRightToLeft, languageOf, loadLanguage, messagesFor, spokenTag } from './messages.ts';
import type { Messages } from './messages.ts';
import { styles } from './styles.ts';

/** What an element shows in a state. */
export interface View {
  /** Name of the slot in which the page may say it otherwise. */
  slot: string;
  sentence: unknown;
  buttons?: unknown;
  /** Shows nothing, unless the page fills the slot. */
  isSilent?: boolean;
  /** A remark beside the state. */
  note?: string;
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
  missing: '–',
  ready: ' ',
};

/** Base class of the elements: a status line in the language of the page, the state mirrored as a custom state, and a focus that is not lost. */
export abstract class VaultlinkElement extends LitElement {
  static override styles = styles;

  // Safari before 16.4 has none, and before 17.4 none with custom states; so have stand-ins for a browser.
  readonly #internals: Partial<ElementInternals> | undefined = this.attachInternals?.();
  #hadFocus = false;
  #lastWarning = '';

  /** Mirrored as a custom state. */
  abstract get state(): string;

  /** Returns what the element shows now. */
  protected abstract view(text: Messages, tag: string): View;

  /** Waits for the language, so that no sentence changes its language before the user's eyes. */
  protected override async scheduleUpdate(): Promise<void> {
    await loadLanguage(languageOf(this));
    await super.scheduleUpdate();
  }

  /** Mirrors the state. */
  override willUpdate(): void {
    this.#mirrorState();
    this.#hadFocus = !!this.shadowRoot?.activeElement;
  }

  /** Moves the focus from a button that is gone to the status line, where a screen reader goes on. */
  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { shadowRoot } = this;
    if (this.#hadFocus && !shadowRoot?.activeElement) {
      shadowRoot?.querySelector<HTMLElement>('[part=status]')?.focus();
    }
  }

  /** Says in the console what is wrong with the element, once in a row. */
  protected warn(problem: string): void {
    if (problem !== this.#lastWarning) console.warn(`[vaultlink] <${this.localName}> ${problem}`);
    this.#lastWarning = problem;
  }

  #mirrorState(): void {
    const states = this.#internals?.states;
    if (!states || states.has(this.state)) return;
    try {
      states.clear();
      states.add(this.state);
    } catch {
      // Chrome 90 to 124 accepts only names that begin with two dashes. No style sheet asks for those.
    }
  }

  /** The status line, and the buttons of the state. */
  override render(): TemplateResult {
    const tag = spokenTag(languageOf(this));
    const { slot, sentence, buttons, isSilent, note } = this.view(messagesFor(tag), tag);
    const direction = isRightToLeft(tag) ? 'rtl' : 'ltr';
    // A sentence of the page has the direction of the page.
    const isOurs = !this.querySelector(`[slot=${slot}]`);
    return html`
      <p part="status" role="status" tabindex="-1" lang=${tag} dir=${isOurs ? direction : nothing}>
        ${
          isSilent && isOurs
            ? nothing
            : html`<span class="mark" aria-hidden="true">${MARKS[this.state]}</span>`
        }
        <slot name=${slot}>${sentence}</slot>
      </p>
      ${note ? html`<p part="test" lang=${tag} dir=${direction}>${note}</p>` : nothing}
      <div class="buttons" lang=${tag} dir=${direction}>${buttons}</div>
    `;
  }
}
