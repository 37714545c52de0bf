import type { Outcome } from '../../protocol/endlink.ts';
import type { ReportOptions } from './options.ts';
import type { EndlinkRecord, RecordState } from './record.ts';

/** A {@link RecordState}, or `missing`: this tab has no token. */
export type EndlinkStateName = RecordState | 'missing';

/** A snapshot without the token: what `state()` and `report()` return, and the detail of every event. */
export interface EndlinkState extends Omit<
  Partial<EndlinkRecord>,
  'state' | 'token' | 'query' | 'previous'
> {
  state: EndlinkStateName;
  token?: undefined;
  query?: undefined;
  previous?: undefined;
}

/** `window.vaultlink`. Until the script has loaded, an array may stand in: `(window.vaultlink ||= []).push((vaultlink) => …)`. */
export interface Vaultlink {
  /** Fulfilled once the landing address has been read: at once, or when a prerendered page is activated. */
  readonly ready: Promise<void>;
  /** What is known of this tab's token. */
  readonly state: () => EndlinkState;
  /** The token, to be handed to the buyer's own server. `undefined`: this tab has none. */
  readonly token: () => string | undefined;
  /**
   * Reports how it ended. The outcome is locked by the first call; a later call with another one changes nothing.
   *
   * It never throws: an outcome that does not exist changes nothing and is explained in the console.
   *
   * @returns the state after the first answer, or after the first attempt that had none; further attempts follow by themselves
   * @see interface §4.4
   */
  readonly report: (outcome: Outcome, options?: ReportOptions) => Promise<EndlinkState>;
  /**
   * The URL with the token on it where its host may receive it (`data-carry`), else unchanged; what is no URL, too.
   */
  readonly carry: (url: string) => string;
  /** Calls `callback` with this object, at once. */
  readonly push: (callback: (vaultlink: Vaultlink) => void) => void;
}

/** What may stand in for {@link Vaultlink} until the script has loaded. */
export type VaultlinkQueue = ((vaultlink: Vaultlink) => void)[] & { report?: undefined };

declare global {
  interface Window {
    vaultlink?: Vaultlink | VaultlinkQueue;
  }
  interface Document {
    /** Not in TypeScript's DOM yet. @see https://wicg.github.io/nav-speculation/prerendering.html */
    readonly prerendering?: boolean;
  }
}
