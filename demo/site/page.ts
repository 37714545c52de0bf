import type { html } from 'hono/html';
import type { Seller } from 'vaultlink/sandbox';

/** Markup in which every value has been escaped. */
export type Html = ReturnType<typeof html>;

/** Attributes of the script tag by their names, `data-` included. */
type TagAttributes = Readonly<Record<`data-${string}`, string>>;

/** How far a survey is. */
export interface Progress {
  step: number;
  of: number;
}

/** One page of a site. */
export interface Page {
  title: string;
  main: Html;
  /** What the script tag says on this page beyond what it says on all of the site. Default: nothing. */
  tag?: TagAttributes;
  /** Default: the page is no step of a survey. */
  progress?: Progress;
  /** Scripts of the site's own, by name. Default: none. */
  scripts?: readonly string[];
  /** Whether a tag manager adds the script tag, after the page has loaded and without attributes. Default: the tag is first in the head. */
  isTagInjected?: boolean;
  /** Whether the page blocks its storage before the script tag runs. Default: false. */
  isStorageBlocked?: boolean;
  /** Whether this page calls its own origin. Default: as the site says. */
  callsItself?: boolean;
  /** For a page with a form: where answers lead. Default: the page cannot be posted to. */
  next?: (answers: FormData) => string;
  /** Links to the other pages of the tour. Default: none. */
  nav?: Html;
}

/** What a page is about: a packet with a survey, or one that answers are pushed into. */
export interface Subject {
  packetId: string;
  /** For a packet that answers are pushed into: whose it is. */
  clientId?: string;
  /** Whether its survey reports `complete` by fetch from its own pages, so that there is something to break. Default: no. */
  canBreak?: boolean;
}

/** What a page is shown with, beside what it has itself. */
export interface Surroundings {
  /** Of the page. */
  path: string;
  /** Who is played. */
  seller: Seller;
  tourOrigin: string;
  /** What the marketplace has on record; `undefined` where the page is about no packet. */
  record?: Html | undefined;
  /** Whether the page has the buttons that break the network. */
  canBreak: boolean;
  /** Where the parts that change are read again. */
  liveUrl?: string | undefined;
  /** Remembers who is played. */
  setCookie?: string | undefined;
}

/** What a site answers a call of its pages with, as an object for JSON. */
export type JsonReply = (query: URLSearchParams) => object;

/** A company and its pages, on one origin. */
export interface Site {
  name: string;
  /** A sentence for the line above every page: who this is. */
  about: string;
  /** Sets the colours; see the style. */
  theme: 'larkfield' | 'tastewell';
  /** Whether these are no company's pages, and have no script tag. Default: false. */
  hasNoTag?: boolean;
  /** What the script tag says on every page. */
  tag: TagAttributes;
  /** The marketplace. */
  serviceOrigin: string;
  /** Whether its pages call their own origin. Default: false. */
  callsItself?: boolean;
  /** Other origins that forms of this site lead to. */
  formOrigins: readonly string[];
  /** By path. */
  pages: ReadonlyMap<string, Page>;
  /** The packet that the page at this path is about. */
  subjectAt: (path: string) => Subject | undefined;
  /** By path. Default: none. */
  data?: ReadonlyMap<string, JsonReply>;
}
