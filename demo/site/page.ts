import type { html } from 'hono/html';

/** Markup in which every value has been escaped. */
export type Html = ReturnType<typeof html>;

/** A page of a site. */
export interface Page {
  title: string;
  main: Html;
}

/** A company whose members connect their vaults, and its pages, on one origin. */
export interface Site {
  name: string;
  /** A sentence about the company, for the line above every page. */
  about: string;
  /** Theme with the colours of the site. */
  theme: 'larkfield' | 'tastewell';
  /** Origin of the marketplace. */
  serviceOrigin: string;
  /** Origin of the start page of the demo. */
  startOrigin: string;
  /** Pages by path. */
  pages: ReadonlyMap<string, Page>;
}
