import { html, raw } from 'hono/html';
import type { Html, Page, Site } from './page.ts';

/** A script at the start of the head. */
interface FirstScript {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

/** Returns the script tag, or the tag manager that adds it. */
function tagOf({ serviceOrigin, tag }: Site, page: Page): FirstScript {
  return page.isTagInjected
    ? { name: 'tag-manager', attributes: { 'data-marketplace': serviceOrigin } }
    : { name: 'vaultlink', attributes: { 'data-base-url': serviceOrigin, ...tag, ...page.tag } };
}

/** Renders the first scripts of a page: the script tag or its tag manager, after the script that blocks the storage. Empty for a site without a tag. */
export function firstScripts(site: Site, page: Page, nonce: string): Html | '' {
  if (site.hasNoTag) return '';
  const blocker = page.isStorageBlocked
    ? script({ name: 'block-storage', attributes: {} }, nonce)
    : '';
  return html`${blocker}${script(tagOf(site, page), nonce)}`;
}

/** Returns the tag of a page as text, one attribute a line, without the nonce. Empty for a site without a tag. */
export const shownTag = (site: Site, page: Page): string =>
  site.hasNoTag ? '' : scriptText(tagOf(site, page), '\n  ');

const script = ({ name, attributes }: FirstScript, nonce: string): Html =>
  raw(scriptText({ name, attributes: { nonce, ...attributes } }, ' '));

function scriptText({ name, attributes }: FirstScript, separator: string): string {
  const all = Object.entries({ src: `/${name}.js`, ...attributes });
  return `<script${all.map(([key, value]) => `${separator}${key}="${escaped(value)}"`).join('')}></script>`;
}

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
