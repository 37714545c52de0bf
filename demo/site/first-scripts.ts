import { html, raw } from 'hono/html';
import type { Html, Page, Site } from './page.ts';

/** A script at the beginning of the head. */
interface FirstScript {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

/** The script tag, or the tag manager that adds it. */
function tagOf({ serviceOrigin, tag }: Site, page: Page): FirstScript {
  return page.isTagInjected
    ? { name: 'tag-manager', attributes: { 'data-marketplace': serviceOrigin } }
    : { name: 'vaultlink', attributes: { 'data-base-url': serviceOrigin, ...tag, ...page.tag } };
}

/** The script tag, with what the page has before it or in its place. A page of no company has none. */
export function firstScripts(site: Site, page: Page, nonce: string): Html | '' {
  if (site.hasNoTag) return '';
  const blocker = page.isStorageBlocked
    ? script({ name: 'block-storage', attributes: {} }, nonce)
    : '';
  return html`${blocker}${script(tagOf(site, page), nonce)}`;
}

/** The same tag as the page has it, an attribute a line, but for the nonce, which is another one each time. */
export const shownTag = (site: Site, page: Page): string =>
  site.hasNoTag ? '' : scriptText(tagOf(site, page), '\n  ');

const script = ({ name, attributes }: FirstScript, nonce: string): Html =>
  raw(scriptText({ name, attributes: { nonce, ...attributes } }, ' '));

function scriptText({ name, attributes }: FirstScript, separator: string): string {
  const all = Object.entries({ src: `/${name}.js`, ...attributes });
  return `<script${all.map(([key, value]) => `${separator}${key}="${escaped(value)}"`).join('')}></script>`;
}

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
