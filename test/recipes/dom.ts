import { JSDOM } from 'jsdom';

/** The part of jsdom that these tests use. The types that the project has for it are those of another test. */
const Dom = JSDOM as unknown as new (
  html: string,
  options?: { url?: string; runScripts?: 'dangerously' },
) => { window: Window & { document: Document } };

/** Parses HTML. */
export const documentOf = (html: string): Document => new Dom(html).window.document;

/** Parses HTML and runs its scripts. What they set on the window is `unknown`. */
export const runPage = (html: string): Window & Record<string, unknown> =>
  new Dom(html, { runScripts: 'dangerously', url: 'https://pages.example/' })
    .window as unknown as Window & Record<string, unknown>;
