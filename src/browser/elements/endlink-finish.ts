import type { PropertyDeclarations, PropertyValues } from '@lit/reactive-element';
import { isOutcome } from '../../protocol/endlink.ts';
import type { Outcome } from '../../protocol/endlink.ts';
import { endlinkEngine } from '../registry.ts';
import { EndlinkEvent, eventTypeOf } from '../endlink/endlink-events.ts';
import type { DryRun, Via } from '../endlink/options.ts';
import { explain } from '../endlink/parts.ts';
import type { EndlinkEngine } from '../endlink/parts.ts';
import type { EndlinkState, EndlinkStateName } from '../endlink/state.ts';
import { canFinish, explainWaiting, isSettled, isTestRun, PATIENCE_MS } from './finish-states.ts';
import type { FinishView } from './finish-states.ts';
import { outcomeMessage } from './messages.ts';
import type { Messages, OutcomeMessage } from './messages.ts';
import { openConnection } from './open-connection.ts';
import { isPageParsed, pageParsed } from './parser-wait.ts';
import { whenRendered } from './rendered.ts';
import { TokenOwnership } from './token-ownership.ts';
import { VaultlinkElement } from './vaultlink-element.ts';
import type { View } from './vaultlink-element.ts';

/**
 * Reports an outcome once the page has been seen and the element is rendered, and tells the seller how that went.
 *
 * Attributes that the script tag has too (`via`, `base-url`, `relay-url`, `test`) are taken from there where they are missing. All may change at any time.
 *
 * @summary The end of a survey: reports the outcome and shows how that went.
 * @tagname endlink-finish
 * @slot missing - shown while this tab has no token; the element shows nothing by itself
 * @slot waiting - replaces the sentence before the report
 * @slot expired - replaces the sentence before a report that is later than an hour
 * @slot reporting - replaces the sentence while the outcome is on its way
 * @slot accepted - replaces the sentence once the buyer's server has the outcome
 * @slot confirmed - replaces the sentence once the service has counted the outcome
 * @slot rejected - replaces the sentence after the service has refused the outcome
 * @slot unknown - replaces the sentence while there is no readable answer
 * @csspart button - the button that finishes (with `manual`)
 * @csspart retry - the buttons of a report that is not confirmed
 * @cssstate missing - this tab has no token
 * @cssstate waiting - a token, and no outcome yet
 * @cssstate expired - the same, an hour after the landing
 * @cssstate reporting - the outcome is locked, and no answer is here yet
 * @cssstate accepted - the buyer's server has the outcome, and delivers it
 * @cssstate confirmed - the service has counted the outcome
 * @cssstate rejected - the service has refused the outcome
 * @cssstate unknown - no readable answer; attempts go on
 * @fires {EndlinkEvent} endlink-reporting - about to report; cancel it to hold the report back
 * @fires {EndlinkEvent} endlink-accepted - the buyer's server has it, and delivers it
 * @fires {EndlinkEvent} endlink-confirmed - the service has it
 * @fires {EndlinkEvent} endlink-rejected - the service refused it
 * @fires {EndlinkEvent} endlink-unknown - no readable answer; attempts go on
 * @fires {EndlinkEvent} endlink-missing - this tab has no token
 * @fires {EndlinkEvent} endlink-expiring - the token expires in five minutes
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
    preview: {},
    snapshot: { state: true },
  };

  /** Outcome to report: `complete`, `fail`, `quota_full` or `screenout`. It may be set later. */
  declare outcome: Outcome | undefined;
  /** Way in which the report is sent: `fetch`, `redirect` or `relay`. Default: that of the script tag, else `fetch`. */
  declare via: Via | undefined;
  /** The service's address. Default: that of the script tag. */
  declare baseUrl: string | undefined;
  /** Address to which `relay` posts. Default: that of the script tag. */
  declare relayUrl: string | undefined;
  /** Dry run: nothing is sent, and the value chooses the result. Default: that of the script tag. */
  declare test: DryRun | undefined;
  /** Shows a button instead of reporting by itself. Default: false. */
  declare manual: boolean;
  /** Shows a state, or one of the sentences `probablyRecorded` and `misconfigured`, and does nothing else. Default: none. */
  declare preview: FinishView | undefined;
  /**
   * The state of the page's engine, with all that is known of the report.
   *
   * @readonly
   */
  declare snapshot: EndlinkState;

  #engine: EndlinkEngine | undefined;
  #unsubscribe: (() => void) | undefined;
  #stopWaiting: (() => void) | undefined;
  #isShown = false;
  /** False while the parser may still reach a script that hides the element. */
  #isParsed = false;
  #ownership: TokenOwnership | undefined;
  /** The sentence before this one said that the outcome has been received. */
  #isReceived = false;
  /** The token and outcome that this element has begun to report. */
  #begun = '';
  /** The token and outcome of the report that a listener has held back. */
  #heldBack = '';
  /** The event that it announced last, with its token. */
  #lastEvent: string | undefined;
  /** The events of settled states that it has dispatched, each with its token. */
  readonly #settledEvents = new Set<string>();

  constructor() {
    super();
    this.manual = false;
    this.snapshot = { state: 'waiting' };
  }

  /** Name of the state: where the token stands. */
  override get state(): EndlinkStateName {
    return (this.previewState as EndlinkStateName | undefined) ?? this.snapshot.state;
  }

  /**
   * Reports the outcome of this element. A listener that cancels `endlink-reporting` holds it back until the next call. Never throws.
   *
   * @param options `via` for this one report
   * @returns the state after the first answer, or after the first attempt that had none
   */
  report(options: { via?: Via | undefined } = {}): Promise<EndlinkState> {
    return this.#report(options.via, this.#heldBack);
  }

  /** Reports, unless a listener holds it back. @param heldBack the report about which no listener is asked again */
  async #report(via?: Via, heldBack?: string): Promise<EndlinkState> {
    if (this.isPreview) return this.snapshot;
    const engine = this.#configureEngine();
    await engine.ready;
    this.#ownership?.claim();
    const state = engine.state();
    const isOpen = canFinish(state.state) || state.state === 'unknown';
    const report = this.#ownReport();
    if (isOpen && isOutcome(this.outcome) && report !== heldBack) {
      // Before the event: the listener that holds the report back may call report() itself.
      this.#heldBack = report;
      if (!this.dispatchEvent(new EndlinkEvent('endlink-reporting', state))) return state;
      this.#heldBack = '';
    }
    return engine.report(this.outcome!, { via: via ?? this.via });
  }

  /** Shows the state of the page's engine, and reports once it is rendered. */
  override connectedCallback(): void {
    super.connectedCallback();
    if (this.isPreview) return;
    const engine = this.#configureEngine();
    void engine.ready.then(() => {
      if (!this.isConnected || this.isPreview || this.#unsubscribe) return;
      this.#ownership ??= new TokenOwnership(this, engine, () => this.#reportOnce());
      this.#unsubscribe = engine.subscribe((state) => this.#showState(state));
      addEventListener('pageshow', this.#showStateAgain);
      this.#waitForParser();
      this.#waitUntilShown();
    });
  }

  /** Unsubscribes, and stops waiting to be shown. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#stopWaiting?.();
    this.#ownership?.release();
    // An element that is only moved stays that of its token.
    queueMicrotask(() => {
      if (!this.isConnected) this.#ownership = undefined;
    });
    this.#isShown = false;
    this.#engine?.page.presenters.delete(this);
    removeEventListener('pageshow', this.#showStateAgain);
  }

  /** Applies attributes that came late, or have changed. */
  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.has('preview') && this.isConnected) {
      this.disconnectedCallback();
      this.connectedCallback();
    }
    if (!this.#unsubscribe) return;
    this.#configureEngine();
    if (changed.has('outcome')) this.#ownership?.claim();
    this.#reportOnce();
  }

  protected override get viewName(): FinishView {
    const { state, probablyRecorded, misconfigured } = this.snapshot;
    return misconfigured ? 'misconfigured' : probablyRecorded ? 'probablyRecorded' : state;
  }

  protected override views(text: Messages): Record<FinishView, View> {
    const { isPreview } = this;
    const outcome = isPreview ? (this.outcome ?? 'complete') : this.snapshot.outcome;
    const thank = (message: OutcomeMessage) => [outcomeMessage(message, outcome)];
    const finish: View['buttons'] = [['button', text.finish, () => void this.#report()]];
    const again: View['buttons'] = [
      ['retry', text.retry, () => void this.#report()],
      ['retry', text.leave, () => void this.#report('redirect'), 'quiet'],
    ];
    // Without a button there is nothing to do, and nothing to say.
    const isManual = isPreview || (this.manual && isOutcome(this.outcome));
    return {
      missing: {},
      waiting: isManual ? { tone: 'neutral', buttons: finish } : {},
      expired: isManual ? { tone: 'warning', buttons: finish } : {},
      reporting: { tone: 'busy' },
      accepted: { tone: 'success', sentence: thank(text.accepted) },
      confirmed: { tone: 'success', sentence: thank(text.confirmed), isQuiet: this.#isReceived },
      rejected: { tone: 'error' },
      unknown: { tone: 'warning', buttons: again },
      probablyRecorded: { tone: 'warning', state: 'unknown' },
      misconfigured: { tone: 'warning', state: 'unknown' },
    };
  }

  protected override isTest(): boolean {
    return super.isTest() || isTestRun(this.snapshot, this.#engine);
  }

  /** Returns the page's engine, with what this element's attributes add to its options. */
  #configureEngine(): EndlinkEngine {
    const { baseUrl, relayUrl, test } = this;
    this.#engine = endlinkEngine({ baseUrl, relayUrl, test });
    return this.#engine;
  }

  /** Shows the present state after a return from the back/forward cache. */
  readonly #showStateAgain = () => this.#showState(this.#engine!.state());

  #showState(state: EndlinkState): void {
    this.snapshot = state;
    if (state.state !== 'confirmed') this.#isReceived = state.state === 'accepted';
    this.#ownership?.follow();
    if (canFinish(state.state)) openConnection(this.#engine!, this.via);
    this.#dispatchState();
    this.#reportOnce();
  }

  /** Dispatches the event of the state once the element is rendered: each once, and that of a settled state once for a token. */
  #dispatchState(): void {
    if (!this.#isShown) return;
    const { snapshot } = this;
    const type = eventTypeOf(snapshot);
    const event = type && `${type} ${this.#engine?.token()}`;
    if (event === this.#lastEvent) return;
    this.#lastEvent = event;
    if (event && this.#settledEvents.has(event)) return;
    if (event && isSettled(snapshot)) this.#settledEvents.add(event);
    this.announce(type && (() => new EndlinkEvent(type, snapshot)));
  }

  /** Looks again whether the element is rendered once the page is parsed. */
  #waitForParser(): void {
    this.#isParsed = isPageParsed();
    if (this.#isParsed) return;
    void pageParsed().then(() => {
      this.#isParsed = true;
      this.#waitUntilShown();
    });
  }

  /** Waits until the element is rendered on a page that has been seen. */
  #waitUntilShown(): void {
    if (!this.#unsubscribe) return;
    this.#stopWaiting?.();
    this.#isShown = false;
    this.#engine!.page.presenters.delete(this);
    const onShown = () => {
      const { page, seen } = this.#engine!;
      if (!page.isSeen) {
        void seen.then(() => this.#waitUntilShown());
        return;
      }
      this.#isShown = true;
      this.#engine!.page.presenters.add(this);
      this.#dispatchState();
      this.#reportOnce();
      if (this.state === 'missing') explain(this.#engine!, 'token-missing');
    };
    this.#stopWaiting = whenRendered(this, onShown);
    setTimeout(() => {
      if (this.#unsubscribe) explainWaiting(this.#engine!, this, this.#isShown);
    }, PATIENCE_MS);
  }

  /** Reports by itself, once for each token and outcome. */
  #reportOnce(): void {
    if (!this.#isShown || !this.#isParsed || !this.#ownership?.isOfTab) return;
    const isDue = !this.manual && isOutcome(this.outcome) && canFinish(this.state);
    const report = this.#ownReport();
    if (isDue && report !== this.#begun) void this.#report();
    if (isDue) this.#begun = report;
  }

  /** Returns the outcome of this element, and the token that it is for. */
  readonly #ownReport = () => `${this.outcome} ${this.#engine?.token()}`;
}
