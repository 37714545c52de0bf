/**
 * What is known about one page of a seller's visit. The self-check panel reports it about the user's own tab, `vaultlink check` about the browser
 * that it drives. It never contains the token.
 *
 * @module
 */

/** The facts of one page. */
export interface PageFacts {
  /** Origin and path, without query and hash. */
  address: string;
  /** Whether the page was opened with the token in its address. */
  hasLanded: boolean;
  /** Whether the address bar holds the token now. */
  isTokenInAddress: boolean;
  /** Whether the browser has read all of the page. A redirect may leave it before that. */
  isRead: boolean;
  /** How many script tags of Vaultlink the page has. */
  tagCount: number;
  /** Whether `window.vaultlink` is the engine: the tag, or a bundle, ran. */
  hasEngine: boolean;
  /** The scripts before the tag: their addresses without query, or `inline`. */
  scriptsBefore: readonly string[];
  /** Whether the engine holds the token. */
  hasToken: boolean;
  /** Where the token is kept. Missing without a token. */
  storage?: 'sessionStorage' | 'memory' | undefined;
  /** Whether the page is in a frame. */
  isFramed: boolean;
  /** `data-scrub="off"` leaves the token in the address. */
  isScrubOff: boolean;
  /** `data-test`: nothing is sent. */
  isDryRun: boolean;
  /** The hosts that may receive the token. @see `data-carry` */
  carry: string;
  /** The way to the service, such as `fetch`. */
  via: string;
  /** The name of the endlink's state, such as `waiting` or `confirmed`. */
  state: string;
  outcome?: string | undefined;
  /** HTTP status of the last answer; 0: none could be read. */
  status?: number | undefined;
  /** What the page's Content Security Policy blocked: directive and address, without query. */
  blocked: readonly string[];
}
