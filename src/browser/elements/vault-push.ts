import type { PropertyDeclarations } from '@lit/reactive-element';
import type { VaultError } from '../../protocol/errors.ts';
import { assertPacketId } from '../../protocol/push.ts';
import type { Answers } from '../../protocol/push.ts';
import { findAll, isMatch, readProperty } from '../unclobbered.ts';
import {
  VaultPushedEvent,
  VaultPushFailedEvent,
  VaultPushingEvent,
} from '../vault/vault-events.ts';
import type { PushingDetail } from '../vault/vault-events.ts';
import { readSubmittedForm } from '../vault/form-answers.ts';
import { pushAnswers } from '../vault/push.ts';
import type { VaultOptions } from '../vault/bff-calls.ts';
import { formatDelay } from './messages.ts';
import type { Messages } from './messages.ts';
import { createElement } from './nodes.ts';
import type { Child } from './nodes.ts';
import { VaultlinkElement } from './vaultlink-element.ts';
import type { View } from './vaultlink-element.ts';

/** States of the answers. */
export type PushState = 'ready' | 'pushing' | 'pushed' | 'failed';

/** Reasons for a failure that have a sentence of their own. */
type Failure = 'refused' | 'unconnected' | 'busy' | 'unsaved' | 'unanswered';

/** Names of the rows that the element shows: a state, or why a push has failed. */
export type PushView = PushState | Failure;

/** The reasons that a user can do something about. */
const SENTENCES: Record<string, Failure> = {
  validation_failed: 'refused',
  not_connected: 'unconnected',
  reconnect_required: 'unconnected',
  rate_limited: 'busy',
};

/** Seconds to wait if the answer names none. */
const RETRY_SECONDS = 60;

/** Milliseconds in which a page may set attributes and add a form before the console names what is missing. */
const MISSING_DELAY_MS = 2000;

/**
 * Pushes the answers of each form inside into a packet of the connected user's vault. The names of a form's controls are the names of the
 * packet's questions. Without script the form works as it does without the element.
 *
 * The element prevents the submission itself, so `preventDefault()` on `submit` does not stop a push: cancel `vault-pushing` instead.
 *
 * @summary A form whose answers go into the user's vault.
 * @tagname vault-push
 * @slot - the form
 * @slot ready - shown before a push; the element shows nothing by itself
 * @slot pushing - replaces the sentence while the answers are being saved
 * @slot pushed - replaces the sentence once the answers are saved
 * @slot failed - replaces the sentence after a push has failed
 * @csspart message - each sentence of the service
 * @cssstate ready - nothing has been pushed yet
 * @cssstate pushing - the answers are being saved
 * @cssstate pushed - the answers are saved
 * @cssstate failed - the push failed
 * @fires {VaultPushingEvent} vault-pushing - a push is about to be sent; cancelable; the detail is `{packetId, answers}`
 * @fires {VaultPushedEvent} vault-pushed - the answers are saved; the detail is the service's reply
 * @fires {VaultPushFailedEvent} vault-push-failed - the push failed; the detail is `{error, error_description, messages?}`
 * @see interface §2.4 §4.3
 */
export class VaultPush extends VaultlinkElement {
  static override properties: PropertyDeclarations = {
    packetId: { attribute: 'packet-id' },
    bffUrl: { attribute: 'bff-url' },
    preview: {},
  };

  /** The packet to push to. */
  declare packetId: string | undefined;
  /** Base path of the backend for the front end. Default: `/vault`. */
  declare bffUrl: string | undefined;
  /**
   * Shows a state, or one of the sentences `refused`, `unconnected`, `busy`, `unsaved` and `unanswered` of a failure, and does nothing else. Default:
   * none.
   */
  declare preview: PushView | undefined;

  #state: PushState = 'ready';
  /** Why the last push of a form has failed, for those that were submitted one after the other without a pause. */
  readonly #errors = new Map<HTMLFormElement, VaultError>();
  readonly #pendingForms = new Set<HTMLFormElement>();
  /** Settles after the last push that was begun. */
  #lastPush = Promise.resolve();

  constructor() {
    super();
    // In the capture phase, since a listener of the page may stop the event.
    this.addEventListener('submit', (event) => this.#readForm(event), true);
  }

  /** State of the answers. */
  override get state(): PushState {
    return (this.previewState as PushState | undefined) ?? this.#state;
  }

  get #error(): VaultError | undefined {
    return [...this.#errors.values()].at(-1);
  }

  #setState(state: PushState): void {
    this.#state = state;
    this.requestUpdate();
  }

  /** Names in the console what is still missing after a while. */
  override connectedCallback(): void {
    super.connectedCallback();
    setTimeout(() => {
      if (!this.isConnected || this.isPreview) return;
      if (!this.packetId) this.warn('waits for packet-id.');
      if (!hasForm(this)) this.warn('waits for a form inside it.');
    }, MISSING_DELAY_MS);
  }

  protected override get viewName(): PushView {
    if (this.#state !== 'failed') return this.#state;
    return isUnanswered(this.#error!) ? 'unanswered' : (SENTENCES[this.#error!.code] ?? 'unsaved');
  }

  protected override views(text: Messages, tag: string): Record<PushView, View> {
    const { messages = [], retryAfterSeconds = RETRY_SECONDS } = this.#error ?? {};
    const failed: View = { tone: 'error', state: 'failed' };
    const causes = messages.map((message) =>
      createElement('span', { part: 'message', dir: 'auto' }, message),
    );
    const busy = text.busy.replace('{when}', formatDelay(tag, retryAfterSeconds));
    return {
      ready: {},
      pushing: { tone: 'busy' },
      pushed: { tone: 'success' },
      // For a preview. A push fails for one of the reasons below.
      failed: { tone: 'error', sentence: [text.unsaved] },
      refused: { ...failed, sentence: [`${text.refused} `, ...causes] },
      unconnected: failed,
      busy: { ...failed, sentence: [busy] },
      unsaved: failed,
      unanswered: failed,
    };
  }

  /** Returns the form, and below it the state of its answers. */
  protected override render(): Child[] {
    return [createElement('slot', {}), ...super.render()];
  }

  /** Reads the answers before the listeners of the page run, which may empty the form, and pushes them afterwards. */
  #readForm(event: SubmitEvent): void {
    // An element of the page may have a `submit` event of its own.
    if (!isMatch(event.target as Element, 'form')) return;
    // The button that cancels a dialog: the browser closes it, and sends nothing.
    if ((event.submitter as HTMLButtonElement | null)?.formMethod === 'dialog') return;
    event.preventDefault();
    if (this.isPreview) return;
    const form = event.target as HTMLFormElement;
    if (this.#pendingForms.has(form)) return;
    this.#pendingForms.add(form);
    const readAnswers = readSubmittedForm(form, event.submitter);
    let hasBegun = false;
    const begin = () => {
      if (hasBegun) return;
      hasBegun = true;
      this.#beginPush(form, readAnswers(), event.submitter);
    };
    // After the listeners of the page, many of which are at the document.
    addEventListener('submit', begin, { once: true });
    // A listener may have stopped the event.
    setTimeout(begin);
  }

  #beginPush(form: HTMLFormElement, answers: Answers, submitter: HTMLElement | null): void {
    const { bffUrl, packetId = '' } = this;
    const push = { packetId, answers };
    if (!this.dispatchEvent(new VaultPushingEvent(push))) {
      this.#pendingForms.delete(form);
      return;
    }
    if (this.#pendingForms.size === 1) this.#errors.clear();
    this.#setState('pushing');
    this.announce(undefined);
    const enable = disable(submitter as HTMLButtonElement | null);
    this.#lastPush = this.#lastPush.then(async () => {
      this.#setState('pushing');
      const createEvent = await this.#push(form, push, { bffUrl });
      this.#pendingForms.delete(form);
      // Before the event: a listener may disable the button for good.
      enable();
      this.announce(createEvent);
    });
  }

  /** Pushes the answers of a form, and returns what makes the event of the result. */
  async #push(
    form: HTMLFormElement,
    { packetId, answers }: PushingDetail,
    options: VaultOptions,
  ): Promise<() => Event> {
    this.#errors.delete(form);
    try {
      assertPacketId(packetId);
      const reply = await pushAnswers(packetId, answers, options);
      this.#setState(this.#error ? 'failed' : 'pushed');
      return () => new VaultPushedEvent(reply);
    } catch (reason) {
      // pushAnswers() throws nothing else.
      const error = reason as VaultError;
      const { code, message } = error;
      if (!SENTENCES[code]) this.warn(`has failed to push: ${message} (${code})`);
      this.#errors.set(form, error);
      this.#setState('failed');
      return () => new VaultPushFailedEvent(error.toJSON());
    }
  }
}

/** Returns whether the `submit` event of a form passes this element: of one inside, or in a slot inside, at whatever depth. */
const hasForm = (element: Element): boolean =>
  findAll(element, 'form').length > 0 ||
  findAll(element, 'slot').some((slot) =>
    (slot as HTMLSlotElement).assignedElements().some(hasForm),
  );

/** Returns whether nobody knows if the answers are saved: no answer came, or none that can be read. A status of 4xx refuses, but 408, by which a proxy gives up. */
function isUnanswered({ code, status = 0 }: VaultError): boolean {
  const isRefusal = status >= 400 && status < 500 && status !== 408;
  return code === 'service_unreachable' || (code === 'service_error' && !isRefusal);
}

/**
 * Disables a button. Returns a function that enables it, unless the page has set that too meanwhile, and gives it back the focus that it may have lost
 * by that.
 */
function disable(button: HTMLButtonElement | null): () => void {
  if (!button || button.disabled) return () => undefined;
  const hadFocus = button.matches(':focus');
  button.disabled = true;
  let isSetByPage = false;
  const observer = new MutationObserver(() => (isSetByPage = true));
  // It also reports an attribute that is set to the value that it has.
  observer.observe(button, { attributes: true, attributeFilter: ['disabled'] });
  return () => {
    isSetByPage ||= observer.takeRecords().length > 0;
    observer.disconnect();
    if (!isSetByPage) button.disabled = false;
    if (hadFocus && isFocusLost()) button.focus();
  };
}

/** Returns whether no control has the focus. */
function isFocusLost(): boolean {
  const focused = readProperty(Document, document, 'activeElement');
  return !focused || focused === readProperty(Document, document, 'body');
}
