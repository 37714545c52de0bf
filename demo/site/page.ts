import type { html } from 'hono/html';
import type { Seller } from 'vaultlink/sandbox';

/** Markup in which every value has been escaped. */
export type Html = ReturnType<typeof html>;

/** Attributes of the script tag by their names, `data-` included. */
type TagAttributes = Readonly<Record<`data-${string}`, string>>;

/** Progress of a survey. */
export interface Progress {
  step: number;
  of: number;
}

/** A page of a site. */
export interface Page {
  title: string;
  main: Html;
  /** Further attributes of the script tag on this page. Default: none. */
  tag?: TagAttributes;
  /** Progress of the survey at this page. Default: the page is no step of a survey. */
  progress?: Progress;
  /** Names of scripts of the site. Default: none. */
  scripts?: readonly string[];
  /** `true` if a tag manager adds the script tag after the page has loaded, without attributes. Default: `false`, the tag is first in the head. */
  isTagInjected?: boolean;
  /** `true` if the page blocks its storage before the script tag runs. Default: `false`. */
  isStorageBlocked?: boolean;
  /** `true` if this page calls its own origin. Default: the value of the site. */
  callsItself?: boolean;
  /** Returns the address of the page after a form. Default: the page has no form. */
  next?: (answers: FormData) => string;
  /** Links to the other pages of the tour. Default: none. */
  nav?: Html;
}

/** The packet that a page is about: one with a survey, or one that answers are pushed into. */
export interface PagePacket {
  packetId: string;
  /** The client of a packet that answers are pushed into. */
  clientId?: string;
  /** `true` if its survey reports `complete` by fetch from its own pages, so that the network can be broken for it. Default: `false`. */
  canBreak?: boolean;
}

/** Context in which a page is rendered. */
export interface Surroundings {
  /** Path of the page. */
  path: string;
  /** The played seller. */
  seller: Seller;
  tourOrigin: string;
  /** The record of the marketplace; `undefined` if the page is about no packet. */
  record?: Html | undefined;
  /** `true` if the page has the buttons that break the network. */
  canBreak: boolean;
  /** Address of the parts that are updated live. */
  liveUrl?: string | undefined;
  /** Value of a `Set-Cookie` that remembers the played seller. */
  setCookie?: string | undefined;
}

/** Returns the JSON for a request of a page. */
export type JsonReply = (query: URLSearchParams) => object;

/** A company and its pages, on one origin. */
export interface Site {
  name: string;
  /** A sentence about the company, for the line above every page. */
  about: string;
  /** Theme with the colours of the site. */
  theme: 'larkfield' | 'tastewell';
  /** `true` if the pages belong to no company and have no script tag. Default: `false`. */
  hasNoTag?: boolean;
  /** Attributes of the script tag on every page. */
  tag: TagAttributes;
  /** Origin of the marketplace. */
  serviceOrigin: string;
  /** `true` if its pages call their own origin. Default: `false`. */
  callsItself?: boolean;
  /** Other origins that forms of this site post or redirect to. */
  formOrigins: readonly string[];
  /** Pages by path. */
  pages: ReadonlyMap<string, Page>;
  /** Returns the packet that the page at a path is about. */
  packetAt: (path: string) => PagePacket | undefined;
  /** JSON by path. Default: none. */
  data?: ReadonlyMap<string, JsonReply>;
}
