import type { Outcome } from '../protocol/endlink.ts';
import type { PageFacts } from '../protocol/self-check.ts';

/** A request for an outcome, as the sandbox received it. */
export interface SeenReport {
  outcome: Outcome;
  /**
   * `fetch`: called by a script of the page. `redirect`: the seller was sent to the service's page. `relay`: the page asked the buyer's server, and
   * the sandbox answered in its place. `server`: the buyer's server called.
   */
  way: 'fetch' | 'redirect' | 'relay' | 'server';
  /** Status of the answer. */
  status: number;
  /** Milliseconds since the landing. */
  atMs: number;
  /** Origin and path that the request was sent to. */
  address: string;
}

/** A request that holds the token and is no report. */
export interface TokenRequest {
  /** Origin and path. */
  address: string;
  /** Where the token was: in the address, in the body or in the header Referer. */
  place: 'address' | 'body' | 'Referer';
  /** `navigation`: the page of a tab, `frame`: the page of a frame, `other`: anything that a page loads or sends. */
  kind: 'navigation' | 'frame' | 'other';
  /** Origin of the page that sent it. Missing where the browser itself opened it. */
  from?: string | undefined;
}

/** A file of Vaultlink that a page asked for. */
export interface SeenPart {
  /** Such as `vaultlink-token.js`. */
  file: string;
  /** Origin and path. */
  address: string;
  /** 0: there was no answer. */
  status: number;
  contentType: string;
  /** Whether it comes from another origin than the page. */
  isCrossOrigin: boolean;
  /** `Access-Control-Allow-Origin` of the answer. */
  allowOrigin: string;
  /** Why the browser could not load it. */
  failure?: string | undefined;
}

/** A page of a visit. */
export interface SeenPage extends PageFacts {
  /** The page did not describe itself: its facts follow from the pages after it. */
  isSilent?: boolean | undefined;
}

/** What was observed in a visit. Any missing member was not observed: the rules that need it are not checked. */
export interface Observations {
  /** The page at the landing URL: its status, or why it could not be opened. */
  landing?: { status: number; failure?: string | undefined } | undefined;
  /** The pages of the visit, the landing page first. Frames are not among them. */
  pages: readonly SeenPage[];
  /** The visit goes on: what has not happened may still happen. Default: it is over. */
  isOngoing?: boolean | undefined;
  /** What the sandbox received. */
  reports: readonly SeenReport[];
  /** Requests of the pages that hold the token. Missing where nobody could see them. */
  tokenRequests?: readonly TokenRequest[] | undefined;
  /** Only addresses were seen, no headers and no bodies: what a page can see of its own requests. */
  areOnlyAddressesSeen?: boolean | undefined;
  /** The files that the pages asked for. */
  parts?: readonly SeenPart[] | undefined;
  /** A banner that asks for consent, where the visit could not go on without its button. `null`: there was none. */
  consent?: {
    /** Text of its button. Missing: unknown. */
    button?: string | undefined;
    /** Whether the token was captured after the button was pressed. */
    capturesAfterwards: boolean;
    /** Whether it covered something that had to be clicked. */
    isInTheWay: boolean;
  } | null;
  /** Whether the token was captured when the landing URL was opened again. Missing: nobody tried. */
  capturesAfterReload?: boolean | undefined;
  /** The click that failed. */
  failedStep?: { selector: string; reason: string } | undefined;
}

/** What the buyer says should happen. */
export interface Expectation {
  /** The outcome of this visit. Default: any. */
  outcome?: Outcome | undefined;
}
