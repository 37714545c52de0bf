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
  /** Status of the response. */
  status: number;
  /** Milliseconds since the landing. */
  atMs: number;
  /** Origin and path that the request was sent to. */
  address: string;
  /** Names of headers that make browsers ask the service first, with a preflight. Missing: none, or not known. */
  ownHeaders?: readonly string[] | undefined;
  /** The event in which a page asked for it while it was left, and its origin and path. Missing: it was not left, or that is not known. */
  leaving?: { event: string; page: string } | undefined;
}

/** A request that was meant as a report and is none: the word, the path, the method, the host or the token is wrong. The sandbox answered it. */
export interface MistakenReport {
  /** Origin and path that the request was sent to. */
  address: string;
  method: string;
  /** Status of the response. */
  status: number;
  /** The variable that stands in the place of the token, since nobody has filled it in. */
  placeholder?: string | undefined;
  /** Set if what stands in the place of the token was never issued, or if nothing stands there. */
  token?: 'unknown' | 'empty' | 'missing' | undefined;
  /** The parameter of the endlink URL that has the token. Missing: not known. */
  tokenParam?: string | undefined;
}

/** A request that holds the token and is no report. */
export interface TokenRequest {
  /** Origin and path. */
  address: string;
  /** Place of the token: the address, the body, the header Referer or another header. */
  place: 'address' | 'body' | 'header' | 'Referer';
  /** `navigation`: the page of a tab, `frame`: the page of a frame, `other`: anything that a page loads or sends. */
  kind: 'navigation' | 'frame' | 'other';
  /** Origin of the page that sent it. Missing if the browser itself opened it. */
  from?: string | undefined;
}

/** A place in which browsers read no HTML. */
type UnreadPlace =
  'a comment' | 'the text' | 'a <noscript>' | 'a <style>' | 'a <template>' | 'another <script>';

/** A file of Vaultlink that a page asked for. */
export interface SeenPart {
  /** Name, such as `vaultlink-token.js`. */
  file: string;
  /** Origin and path. */
  address: string;
  /** 0: there was no response, or none yet. */
  status: number;
  contentType: string;
  /** `true` if it comes from another origin than the page. */
  isCrossOrigin: boolean;
  /** Origins and paths of the pages that asked for it. Missing: not known. */
  askedForBy?: readonly string[] | undefined;
  /** Set for the tag's own file, whatever its name is. */
  isTag?: boolean | undefined;
  /** Set if the server has forbidden browsers to guess the type (`X-Content-Type-Options: nosniff`). */
  isTypeEnforced?: boolean | undefined;
  /** `Access-Control-Allow-Origin` of the response. */
  allowOrigin: string;
  /** Reason why the browser could not load it. */
  failure?: string | undefined;
}

/** A page of a visit. */
export interface SeenPage extends PageFacts {
  /** Origin and path at which it was opened, whatever a script made of them since. Missing: not known. */
  openedAs?: string | undefined;
  /** Addresses of scripts that were loaded and threw an error, or are no JavaScript; the page's own for a script in it. Missing: not known. */
  failedScripts?: readonly string[] | undefined;
  /** `true` if `window.vaultlink` was the tag's, and is something else now. Missing: not known. */
  isEngineReplaced?: boolean | undefined;
  /** `true` if the browser did not run the tag's file, and the tag has the attribute `integrity`. */
  isTagRefusedByHash?: boolean | undefined;
  /** Errors of the page that name `vaultlink`. Missing: not known. */
  failedCalls?: readonly string[] | undefined;
  /** `true` if a script of the page has called `vaultlink.forget()`. Missing: not known. */
  hasForgotten?: boolean | undefined;
  /** The names of the tag's settings, in camelCase. Missing: not known. */
  settingNames?: readonly string[] | undefined;
  /** A mistake in the HTML of the tag, in words. Missing: there is none, or that is not known. */
  tagMalformation?: string | undefined;
  /** The parameter that the tag reads the outcome from, if the address of the page does not have it, or has it without a value. */
  missingOutcomeParam?: string | undefined;
  /** The place of the tag in a page that shows it, or hides it, as mere text. Missing: the page has a tag, or none in such a place. */
  unreadTag?: UnreadPlace | undefined;
  /** The place of an `<endlink-finish>` that stands in such a place. Missing: there is none. */
  unreadElement?: UnreadPlace | undefined;
  /** `true` if the browser asks for the tag’s file by CORS: it has the attribute `crossorigin`, or is a module. */
  isTagCors?: boolean | undefined;
  /** The name of an element that nobody has defined, and that has an outcome or begins like ours, on a page without an `<endlink-finish>`. Missing: there is none. */
  wrongElement?: string | undefined;
  /** `true` if a script made an `<endlink-finish>` and did not put it into the page, which has no other one. Missing: not known. */
  hasLooseElement?: boolean | undefined;
  /** `true` if each `<endlink-finish>` that the page shows has the attribute `manual`, and waits for its button. Missing: not known. */
  isManual?: boolean | undefined;
  /** `true` if a script has replaced the whole page after it was read, as `document.write()` does. Missing: not known. */
  isOverwritten?: boolean | undefined;
  /** Title of a page without the tag. Missing: it has none, or that is not known. */
  title?: string | undefined;
  /** `true` if a page without the tag asks whether somebody is human. Missing: not known. */
  isBotWall?: boolean | undefined;
  /** How the token of the page differs from that of the visit, if it was made of it. */
  tokenChange?: 'case' | 'cut' | 'longer' | undefined;
  /** `true` if it was opened in another tab than the page before it. Missing: not known. */
  isInNewTab?: boolean | undefined;
  /** `true` if the page sent no facts, so that they were derived from the pages after it. */
  isSilent?: boolean | undefined;
}

/** The origin of a base URL, as a connection to it shows it. Nothing was sent there. */
export interface SeenService {
  origin: string;
  reach: 'reached' | 'unknown host' | 'refused' | 'no answer' | 'bad certificate' | 'no TLS';
  /** Code of the error. */
  detail?: string | undefined;
  /** `true` if it is this machine or one of its private network, which sellers cannot reach. */
  isLocal: boolean;
}

/** Answer of a relay to a request without a token. */
export interface SeenRelay {
  /** Origin and path. */
  address: string;
  status: number;
  contentType: string;
  /** Origin of the page that reports to it. */
  origin: string;
  /** `false` if it is on another origin, and does not let browsers pass its answer to the page. */
  allowsOrigin: boolean;
  /** The result, or the code of the error, in a body that is JSON. */
  code?: string | undefined;
}

/** Something that a sandbox has refused: the attribute of a frame, or the header of a page. */
export interface Refusal {
  /** Origin and path of the page, which may stand in a frame. */
  page: string;
  /** The word that the sandbox lacks, such as `allow-forms`. */
  permission: string;
}

/** A page after the landing that could not be shown. */
export interface FailedPage {
  /** Origin and path. */
  address: string;
  /** 0: there was no response. */
  status: number;
  /** Reason why the browser could not show it. */
  failure?: string | undefined;
  isFramed: boolean;
}

/** Observations of a visit. A missing member was not observed, and the rules that need it are not checked. */
export interface Observations {
  /** Status of the landing page, or the reason why it could not be opened; `isRedirected` if a server led to it from another address. */
  landing?:
    | { status: number; failure?: string | undefined; isRedirected?: boolean | undefined }
    | undefined;
  /** A certificate of the pages that browsers refuse, with the code of the browser. The visit went on without it. */
  certificate?: { address: string; problem: string } | undefined;
  /** The origins of the base URLs, and of relays that are no page's origin. Missing: nobody connected to them. */
  services?: readonly SeenService[] | undefined;
  /** The relays that the pages have asked. Missing: nobody asked them. */
  relays?: readonly SeenRelay[] | undefined;
  /** Addresses of the service workers that the pages wanted to register. They were switched off. */
  serviceWorkers?: readonly string[] | undefined;
  /** The pages of the visit, the landing page first. Frames are not among them. */
  pages: readonly SeenPage[];
  /** Pages in frames that have the tag, or in which something was clicked. Missing: not known. */
  frames?: readonly SeenPage[] | undefined;
  /** The page in a frame in which the visit ended: the last click was there. Missing: it ended in no frame, or that is not known. */
  endFrame?: SeenPage | undefined;
  /** Pages after the landing that could not be opened, or that answered with an error. Missing: not known. */
  failedPages?: readonly FailedPage[] | undefined;
  /** Number of times that a page went on to another one by itself after the landing. Missing: not known. */
  redirects?: number | undefined;
  /** Mistakes in the endlink URL itself, with what to write instead. */
  urlMistakes?: readonly { mistake: string; remedy: string }[] | undefined;
  /** `true` if the visit continues, so that an outcome may still be reported. Default: `false`. */
  isOngoing?: boolean | undefined;
  /** Reports that the sandbox received. */
  reports: readonly SeenReport[];
  /** Requests that were meant as reports. Missing if they could not be observed. */
  mistakenReports?: readonly MistakenReport[] | undefined;
  /** Requests of the pages that hold the token. Missing if they could not be observed. */
  tokenRequests?: readonly TokenRequest[] | undefined;
  /** `true` if only addresses of requests were observed, without headers and bodies, as a page sees its own requests. */
  areOnlyAddressesSeen?: boolean | undefined;
  /** The files that the pages asked for. */
  parts?: readonly SeenPart[] | undefined;
  /** A consent banner. `null`: there was none. */
  consent?: {
    /** Text of its button. Missing: unknown. */
    button?: string | undefined;
    /** `true` if the token was captured after the button was pressed. */
    capturesAfterwards: boolean;
    /** `true` if the banner covered something that had to be clicked. */
    isInTheWay: boolean;
  } | null;
  /** Refusals of a sandbox, for pages with the tag and for those in which something was clicked. Missing: not known. */
  refusals?: readonly Refusal[] | undefined;
  /** `true` if the token was captured when the landing URL was opened again. Missing: it was not opened again. */
  capturesAfterReload?: boolean | undefined;
  /** The step that failed. */
  failedStep?: { selector: string; action: 'clicked' | 'filled in'; reason: string } | undefined;
  /** Number of clicks that were still to be made when a report came. The visit ended there. Missing: none. */
  clicksLeft?: number | undefined;
  /** `true` if there was no report until the last page was left, too. The visit left it in the end. */
  isLastPageLeft?: boolean | undefined;
  /** Origin and path of the page whose element has reported, and is not rendered on the screen of a phone. Missing: there is none. */
  hiddenOnPhone?: string | undefined;
  /** Selectors of answers that were not filled in, since no page had their field. */
  unfilled?: readonly string[] | undefined;
}

/** Expected result of a visit. */
export interface Expectation {
  /** The outcome of this visit. Default: any. */
  outcome?: Outcome | undefined;
  /** `true` if sellers come: an address that only this machine or its network reaches is wrong. Default: `false`. */
  isLive?: boolean | undefined;
}
