import { html, LitElement, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { isRightToLeft, languageOf, loadLanguage, messagesFor, spokenTag } from './messages.ts';
import type { Messages } from './messages.ts';
import { styles } from './styles.ts';

/** What an element shows in a state. */
export interface View {
  /** Name of the slot in which the page may say it otherwise. */
  slot: string;
  sentence: unknown;
  buttons?: unknown;
}

/** A sign before the sentence, so that no state is told by colour alone. Where there is none, something turns. */
const MARKS: Record<string, string> = {
  waiting: '○',
  disconnected: '○',
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

/** What all elements share: a line that tells the state, its language, the custom state, and a focus that is not lost. */
export abstract class VaultlinkElement extends LitElement {
  static override styles = styles;

  #internals = this.attachInternals();
  #hadFocus = false;

  /** Mirrored as a custom state. */
  abstract get state(): string;

  /** What stands there now. */
  protected abstract view(text: Messages, tag: string): View;

  /** Nothing is shown before it can be said. */
  protected override async scheduleUpdate(): Promise<void> {
    await loadLanguage(languageOf(this));
    await super.scheduleUpdate();
  }

  /** Mirrors the state. */
  override willUpdate(): void {
    const { states } = this.#internals;
    if (!states.has(this.state)) {
      states.clear();
      states.add(this.state);
    }
    this.#hadFocus = !!this.shadowRoot?.activeElement;
  }

  /** A button that was pressed goes away with its state; the reader stays at the line that tells what came of it. */
  override updated(): void {
    const { shadowRoot } = this;
    if (this.#hadFocus && !shadowRoot?.activeElement) {
      shadowRoot?.querySelector<HTMLElement>('[part=status]')?.focus();
    }
  }

  /** Dispatches an event that leaves the shadow trees around. `false`: a listener has cancelled it. */
  tell(type: string, detail: object, cancelable = false): boolean {
    const init = { bubbles: true, composed: true, cancelable, detail };
    return this.dispatchEvent(new CustomEvent(type, init));
  }

  /** The line that tells the state, and the buttons that it has. */
  override render(): TemplateResult {
    const tag = spokenTag(languageOf(this));
    const { slot, sentence, buttons } = this.view(messagesFor(tag), tag);
    const direction = isRightToLeft(tag) ? 'rtl' : 'ltr';
    // What the page says runs as the page does.
    const isOurs = !this.querySelector(`[slot=${slot}]`);
    return html`
      <p part="status" role="status" tabindex="-1" lang=${tag} dir=${isOurs ? direction : nothing}>
        <span class="mark" aria-hidden="true">${MARKS[this.state]}</span>
        <slot name=${slot}>${sentence}</slot>
      </p>
      <div class="buttons" lang=${tag} dir=${direction}>${buttons}</div>
    `;
  }
}
