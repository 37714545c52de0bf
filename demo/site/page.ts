import type { html } from 'hono/html';

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
  /** For a page with a form: where answers lead. Default: the page cannot be posted to. */
  next?: (answers: FormData) => string;
}

/** A company and its pages, on one origin. */
export interface Site {
  name: string;
  /** Sets the colours; see the style. */
  theme: 'larkfield' | 'tastewell';
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
}
