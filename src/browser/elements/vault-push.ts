import { html } from 'lit';
import type { PropertyDeclarations, TemplateResult } from 'lit';
import type { VaultError } from '../../protocol/errors.ts';
import { answersOf } from '../vault/answers.ts';
import { pushAnswers } from '../vault/push.ts';
import { formatDelay } from './messages.ts';
import type { Messages, PushMessages } from './messages.ts';
import { VaultlinkElement } from './vaultlink-element.ts';
import type { View } from './vaultlink-element.ts';

/** Where the answers stand. */
export type PushState = 'ready' | 'pushing' | 'pushed' | 'failed';

/** Which sentence tells why; for all others "unsaved". */
const REASONS: Record<string, keyof PushMessages> = {
  validation_failed: 'refused',
  not_connected: 'unconnected',
  reconnect_required: 'unconnected',
  rate_limited: 'busy',
};

/** How long to wait where the answer does not say. */
const RETRY_SECONDS = 60;

/**
 * Pushes the answers of the form inside into a packet of the connected user's vault. The names of the form's controls are the names of the
 * packet's questions. Without script the form is what it is without the element.
 *
 * @summary A form whose answers go into the user's vault.
 * @tagname vault-push
 * @slot - the form
 * @slot ready - replaces the sentence of that state; likewise pushing, pushed and failed
 * @csspart status - the line that tells the state
 * @csspart message - each sentence of the service's
 * @cssstate ready - likewise pushing, pushed and failed
 * @fires vault-pushed - they are saved; the detail is the service's reply
 * @fires vault-push-failed - they are not; the detail is `{error, error_description, messages?}`
 * @see interface §2.4 §4.3
 */
export class VaultPush extends VaultlinkElement {
  static override properties: PropertyDeclarations = {
    packetId: { attribute: 'packet-id' },
    bffUrl: { attribute: 'bff-url' },
    state: { state: true },
  };

  /** The packet to push to. */
  declare packetId: string;
  /** Base path of the backend for the front end. Default: `/vault`. */
  declare bffUrl: string | undefined;
  /** Where the answers stand. */
  declare state: PushState;

  #error: VaultError | undefined;

  constructor() {
    super();
    this.packetId = '';
    this.state = 'ready';
    this.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      void this.#push(event.target as HTMLFormElement, event.submitter as HTMLButtonElement | null);
    });
  }

  protected override view(text: Messages, tag: string): View {
    const { state } = this;
    const sentence =
      state === 'ready' ? '' : state === 'failed' ? this.#reason(text, tag) : text[state];
    return { slot: state, sentence };
  }

  /** The form, and below it what came of it. */
  override render(): TemplateResult {
    return html`<slot></slot>${super.render()}`;
  }

  #reason(text: Messages, tag: string): TemplateResult {
    const { code, messages, retryAfterSeconds = RETRY_SECONDS } = this.#error!;
    const when = formatDelay(tag, retryAfterSeconds);
    const shown = code === 'validation_failed' ? messages : [];
    return html`<span>
      ${text[REASONS[code] ?? 'unsaved'].replace('{when}', when)}
      ${shown.map((message) => html`<span part="message" dir="auto">${message}</span>`)}
    </span>`;
  }

  async #push(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
    if (this.state === 'pushing') return;
    this.state = 'pushing';
    const hadFocus = button?.matches(':focus');
    if (button) button.disabled = true;
    try {
      const reply = await pushAnswers(this.packetId, answersOf(form), this);
      this.state = 'pushed';
      this.tell('vault-pushed', reply);
    } catch (error) {
      // Nothing else is thrown there.
      this.#error = error as VaultError;
      this.state = 'failed';
      this.tell('vault-push-failed', this.#error.toJSON());
    }
    if (button) button.disabled = false;
    // Disabled, it may have lost the focus, to nobody.
    if (hadFocus && (document.activeElement ?? document.body) === document.body) button!.focus();
  }
}
