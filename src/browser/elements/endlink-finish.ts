import { html, nothing } from 'lit';
import type { PropertyDeclarations } from 'lit';
import type { Outcome } from '../../protocol/endlink.ts';
import type { EndlinkEngine } from '../endlink/parts.ts';
import { endlinkEngine } from '../endlink/index.ts';
import type { Via } from '../endlink/options.ts';
import type { EndlinkState, EndlinkStateName } from '../endlink/state.ts';
import { outcomeMessage } from './messages.ts';
import type { Messages } from './messages.ts';
import { openAhead } from './preconnect.ts';
import { VaultlinkElement } from './vaultlink-element.ts';
import type { View } from './vaultlink-element.ts';

/**
 * Reports an outcome once the page is in front of the seller, and tells the seller how that went.
 *
 * Attributes that the script tag has too (`via`, `base-url`, `relay-url`, `test`) are taken from there where they are missing here.
 *
 * @summary The end of a survey: reports the outcome and shows what became of it.
 * @tagname endlink-finish
 * @slot waiting - replaces the sentence of that state; likewise reporting, confirmed, rejected, unknown, missing and expired
 * @csspart status - the line that tells the state
 * @csspart button - the button that finishes (with `manual`, and when expired)
 * @csspart retry - the buttons of a report that is not confirmed
 * @cssproperty --vaultlink-accent - colour of the buttons
 * @cssproperty --vaultlink-on-accent - colour of the text on them
 * @cssstate waiting - likewise reporting, confirmed, rejected, unknown, missing and expired
 * @fires endlink-reporting - about to report; cancel it to hold the report back
 * @fires endlink-confirmed - the service has it
 * @fires endlink-rejected - the service refused it
 * @fires endlink-unknown - no readable answer; attempts go on
 * @fires endlink-missing - this tab has no token
 * @fires endlink-expiring - the token expires in five minutes
 * @see interface §4.4
 */
export class EndlinkFinish extends VaultlinkElement {
  static override properties: PropertyDeclarations = {
    outcome: {},
    via: {},
    baseUrl: { attribute: 'base-url' },
    relayUrl: { attribute: 'relay-url' },
    test: {},
    manual: { type: Boolean },
    snapshot: { state: true },
  };

  /** What to report: `complete`, `fail`, `quota_full` or `screenout`. */
  declare outcome: Outcome | undefined;
  /** Default: that of the script tag, else `fetch`. */
  declare via: Via | undefined;
  /** The service's address. Default: that of the script tag. */
  declare baseUrl: string | undefined;
  /** Where `relay` posts. Default: that of the script tag. */
  declare relayUrl: string | undefined;
  /** Dry run; see `data-test`. Default: that of the script tag. */
  declare test: string | undefined;
  /** Shows a button instead of reporting by itself. Default: false. */
  declare manual: boolean;
  /** The state as it was last told. */
  declare snapshot: EndlinkState;

  #hasBegun = false;

  constructor() {
    super();
    this.manual = false;
    this.snapshot = { state: 'waiting' };
  }

  /** Where the token stands. */
  override get state(): EndlinkStateName {
    return this.snapshot.state;
  }

  /**
   * Reports the outcome of this element, unless a listener cancels `endlink-reporting`. Never throws.
   *
   * @param options `via` for this one report
   * @returns the state after the first answer, or after the first attempt that had none
   */
  async report(options: { via?: Via | undefined } = {}): Promise<EndlinkState> {
    const engine = this.#engine();
    engine.target = this;
    await engine.ready;
    const isDone = /missing|reporting|confirmed|rejected/.test(engine.state().state);
    const mayReport = isDone || this.tell('endlink-reporting', engine.state(), true);
    if (!mayReport) return engine.state();
    const report = engine.report(this.outcome as Outcome, { via: options.via ?? this.via });
    this.#update();
    return report;
  }

  /** Takes part in what the page's engine tells, and reports unless `manual`. */
  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('vaultlink-change', this.#update);
    addEventListener('pageshow', this.#update);
    const engine = this.#engine();
    engine.target = this;
    void engine.ready.then(() => {
      this.#update();
      openAhead(engine, this.via);
      if (engine.state().state === 'missing' || !this.manual) this.#begin();
    });
  }

  /** Lets go of the engine. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('vaultlink-change', this.#update);
    removeEventListener('pageshow', this.#update);
    const engine = this.#engine();
    if (engine.target === this) delete engine.target;
  }

  protected override view(text: Messages): View {
    const { state, outcome, probablyRecorded } = this.snapshot;
    // A state that another version stored waits, as far as this one knows.
    const message = state === 'missing' ? '' : (text[state] ?? text.waiting);
    const ofState = typeof message === 'string' ? message : outcomeMessage(message, outcome);
    const sentence = probablyRecorded ? text.probablyRecorded : ofState;
    return { slot: state, sentence, buttons: this.#buttons(text) };
  }

  #buttons(text: Messages) {
    const { state, probablyRecorded } = this.snapshot;
    if (/missing|reporting|confirmed|rejected/.test(state) || probablyRecorded) return nothing;
    if (state !== 'unknown') {
      return html`<button part="button" @click=${() => this.report()}>${text.finish}</button>`;
    }
    return html`
      <button part="retry" @click=${() => this.report()}>${text.retry}</button>
      <button part="retry" class="quiet" @click=${() => this.report({ via: 'redirect' })}>
        ${text.leave}
      </button>
    `;
  }

  /** The page's engine. Without a script tag, this element's attributes set it up. */
  #engine(): EndlinkEngine {
    const { baseUrl, relayUrl, test } = this;
    const engine = endlinkEngine({ baseUrl, relayUrl, test });
    if (baseUrl) engine.options.baseUrl = baseUrl;
    if (relayUrl) engine.options.relayUrl = relayUrl;
    if (test) engine.options.test = test;
    return engine;
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    void this.report();
  }

  #update = (): void => {
    this.snapshot = this.#engine().state();
  };
}
