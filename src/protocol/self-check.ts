/**
 * Facts about one page of a seller's visit. The self-check panel reports it about the user's own tab, `vaultlink check` about the browser
 * that it drives. It never contains the token.
 *
 * @module
 */
import type { ConsoleCause } from './causes.ts';

/** Something that the page has named in the console. */
interface Problem {
  cause: ConsoleCause;
  /** The sentence of the console, without its mark. */
  sentence: string;
}

/** The facts of one page. */
export interface PageFacts {
  /** Origin and path, without query and hash. */
  address: string;
  /** Set if the page was opened with the token in its address. */
  hasLanded: boolean;
  /** Set while the address bar holds the token. */
  isTokenInAddress: boolean;
  /** Set once the browser has read all of the page. A redirect may leave it before that. */
  isRead: boolean;
  /** Number of script tags of Vaultlink in the page. */
  tagCount: number;
  /** Set if `window.vaultlink` is the engine: the tag, or a bundle, ran. */
  hasEngine: boolean;
  /** The scripts before the tag: their addresses without query, or `inline`. */
  scriptsBefore: readonly string[];
  /** Set if the engine holds the token. */
  hasToken: boolean;
  /** Storage that keeps the token. Missing without a token. */
  storage?: 'sessionStorage' | 'memory' | undefined;
  /** Set if the page is in a frame. */
  isFramed: boolean;
  /** `data-scrub="off"` leaves the token in the address. */
  isScrubOff: boolean;
  /** `data-test`: nothing is sent. */
  isDryRun: boolean;
  /** The hosts that may receive the token. @see `data-carry` */
  carry: string;
  /** The parameter that had the token when the page was opened. `#`: it stood behind the hash. Missing: not known, or none had it. */
  landedUnder?: string | undefined;
  /** The parameter that the tag reads the token from. Missing: not known. */
  tokenParam?: string | undefined;
  /** Set if the engine holds another token than that of the visit. */
  hasOtherToken?: boolean | undefined;
  /** Addresses of the tag's own file, without query, under whatever name. Missing: not known. */
  tagFiles?: readonly string[] | undefined;
  /** Means that keeps a tag from running until somebody consents or touches the page. */
  tagWaitsBy?: string | undefined;
  /** Set if the tag's own file threw an error, or could not be read as a script. */
  hasTagError?: boolean | undefined;
  /** The outcome that an element or the tag of this page names. */
  shownOutcome?: string | undefined;
  /** Origin of the service that the page reports to. Missing: it has no usable one, or it is not known. */
  serviceOrigin?: string | undefined;
  /** The way to the service, such as `fetch`. */
  via: string;
  /** The name of the endlink's state, such as `waiting` or `confirmed`. */
  state: string;
  outcome?: string | undefined;
  /** HTTP status of the last answer; 0: none could be read. */
  status?: number | undefined;
  /** Sentences of the page's console, by cause. */
  problems: readonly Problem[];
  /** Requests that the page's Content Security Policy blocked: directive and address, without query. */
  blocked: readonly string[];
}

/** Report of the self-check panel about its page: as the detail of the event `vaultlink-self-check`, and by `vaultlink.selfCheck()`. */
export interface SelfCheck {
  /** Version of this shape. */
  version: 1;
  page: PageFacts;
  /** The parameter that the tag reads the token from. */
  tokenParam: string;
  /** The landing address has a variable that was not filled in. */
  hasPlaceholder: boolean;
  /** Seconds since the landing. Missing without a token. */
  ageSeconds?: number | undefined;
  /** When the page was opened, in milliseconds since 1970: tells the pages of a tab apart. */
  openedAtMs: number;
  isReload: boolean;
  /** The names of the URL parameters with which the page was opened. */
  parameters: readonly string[];
  /** The history of the tab has no page before this one. A redirect leaves none, a click does. */
  isFirstInTab: boolean;
  /** Origin and path of the page that led here, as far as the browser names it. */
  cameFrom?: string | undefined;
  /** The tag was loaded after the page was read and somebody had clicked or typed, as consent tools do. */
  isTagAfterInput: boolean;
  /** Number of pages of this tab after the landing page. */
  hops: number;
  frame: 'no' | 'same origin' | 'other origin';
  /** A script of the page has put its own function in the place of `fetch`. A header that it adds makes the browser ask the service first. */
  isFetchReplaced?: boolean | undefined;
  /** Content Security Policies in `<meta>` elements. A page cannot see those in headers. */
  policies: readonly string[];
  /** Other recipients of the token, as far as a page can see. */
  recipients: readonly Recipient[];
  /** The other files of the tag. */
  parts: readonly CheckedPart[];
  /** Beginning of the service's answer. */
  answer?: string | undefined;
}

/** Somebody who received the token besides the page and the service. */
export interface Recipient {
  /** Origin and path. */
  address: string;
  /** `request`: the page sent it. `referrer`: it was in the address of the page before, so that this server received it as Referer. */
  by: 'request' | 'referrer';
  isOwnOrigin: boolean;
}

/** A file of the tag, as the page can load it. */
export interface CheckedPart {
  file: string;
  /** Origin and path. */
  address: string;
  /** 0: no answer that the page may read. */
  status: number;
  contentType: string;
  isUsable: boolean;
}
