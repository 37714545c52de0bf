/**
 * The state of the token as a page sees it: `window.vaultlink`, and the snapshot that its methods return.
 *
 * @module
 */
import type { Outcome } from '../../protocol/endlink.ts';
import type { ReportOptions, TagOptions } from './options.ts';
import type { RecordState, Report, ReportedRecord } from './record.ts';

/**
 * `missing`: this tab has no token. `waiting`: captured, no outcome yet. `expired`: the same, over an hour ago; a report is still tried.
 * `reporting`: the outcome is locked, no answer yet. `accepted`: the buyer's server has it and delivers it; the page asks it for
 * the result, which is the next state. `confirmed`: the service answered 2xx. `rejected`: the service refused, and nothing ambiguous came before. `unknown`: it may have reached the service, but no answer
 * could be read.
 */
export type EndlinkStateName = RecordState | 'missing';

/** Data of the token that a state of any name may have. */
interface Landed {
  sellerId?: string | undefined;
  interactionId?: string | undefined;
  /** When the seller landed, by this machine's clock. */
  capturedAtMs?: number | undefined;
  /** The browser blocks sessionStorage: only `history.state`, links and forms keep the token. */
  inMemory?: boolean | undefined;
}

/** Nothing was asked to be reported. */
type Unreported = Partial<Record<keyof Report, undefined>>;

/** There is no outcome yet. */
interface UnreportedState extends Landed, Unreported {
  state: Exclude<EndlinkStateName, ReportedState['state']>;
  /** It waits, and expires within five minutes. */
  isExpiring?: boolean | undefined;
}

/** The outcome is locked. */
interface ReportedState extends Landed, Partial<Omit<Report, 'outcome'>> {
  state: ReportedRecord['state'];
  outcome: Outcome;
  isExpiring?: undefined;
}

/** A snapshot without the token: what `state()` and `report()` return, and the detail of every event. Its `state` tells whether there is an outcome. */
export type EndlinkState = UnreportedState | ReportedState;

/** Called at once with the present state, and again with each new one. */
export type StateListener = (state: EndlinkState) => void;

/** `window.vaultlink`. Until the script has loaded, an array may stand in: `(window.vaultlink ||= []).push((vaultlink) => …)`. */
export interface Vaultlink {
  /** Fulfilled once the landing address has been read: at once, or when a prerendered page is activated. */
  readonly ready: Promise<void>;
  /** Returns what is known of this tab's token. */
  readonly state: () => EndlinkState;
  /**
   * Calls `listener` at once with the present state, and again with each new one. What it throws is reported to the page and stops nobody else.
   *
   * @returns a function that ends the subscription
   */
  readonly subscribe: (listener: StateListener) => () => void;
  /** Returns the token, to be handed to the buyer's own server. `undefined`: this tab has none. */
  readonly token: () => string | undefined;
  /**
   * Reports the outcome of the survey. It is locked by the first call; a later call with another one changes nothing.
   *
   * It never throws: an outcome that does not exist changes nothing and is explained in the console.
   *
   * @returns the state after the first answer, or after the first attempt that had none; further attempts follow by themselves
   * @see interface §4.4
   */
  readonly report: (outcome: Outcome, options?: ReportOptions) => Promise<EndlinkState>;
  /** Returns the URL with the token on it where its host may receive it (`data-carry`, or this host), else unchanged; what is no URL, too. */
  readonly carry: (url: string) => string;
  /**
   * Erases the token and all that is known of it, for good: for a page where somebody logs out. What a page clears itself is written back when
   * the page is left, so that a seller's outcome is not lost.
   */
  readonly forget: () => void;
  /** Calls `callback` with this object, at once. */
  readonly push: (callback: (vaultlink: Vaultlink) => void) => void;
}

/** Array that may stand in for {@link Vaultlink} until the script has loaded. */
export type VaultlinkQueue = ((vaultlink: Vaultlink) => void)[] & { report?: undefined };

declare global {
  interface Window {
    vaultlink?: Vaultlink | VaultlinkQueue;
    /** Options for a page whose script tag cannot have attributes. Set it before the tag. */
    vaultlinkConfig?: TagOptions;
  }
  interface Document {
    /** Not in TypeScript's DOM yet. @see https://wicg.github.io/nav-speculation/prerendering.html */
    readonly prerendering?: boolean;
  }
}
