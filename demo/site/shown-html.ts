import { shownTag } from './first-scripts.ts';
import type { Page, Site } from './page.ts';

/** The HTML of Vaultlink in a page, as lines to copy. */
export interface ShownHtml {
  /** Script tag in the head. */
  tag: string;
  /** Elements in the page. */
  elements: readonly string[];
}

/** Pattern of an element of Vaultlink with its content. No such element contains another of its kind. */
const ELEMENT = /<(endlink-finish|vault-connect|vault-push)\b[^>]*>.*?<\/\1>/gs;

/** Extracts the HTML of Vaultlink from the markup of a page. */
export async function shownHtml(site: Site, page: Page): Promise<ShownHtml> {
  const main = await page.main;
  return {
    tag: shownTag(site, page),
    elements: [...main.matchAll(ELEMENT)].map(([element]) => tidy(element)),
  };
}

/** Formats an element. Replaces the fields of the company's form by a comment with their names. */
function tidy(element: string): string {
  const lines = element
    .replace(/(<form\b[^>]*>).*?(<\/form>)/s, (form, open: string, close: string) => {
      const names = new Set([...form.matchAll(/ name="([^"]*)"/g)].map(([, name]) => name));
      return `${open}\n<!-- your fields: ${[...names].join(', ')} -->\n${close}`;
    })
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  let depth = 0;
  return lines
    .map((line) => {
      if (line.startsWith('</')) depth -= 1;
      const indented = '  '.repeat(depth) + line;
      if (/^<\w[^>]*>$/.test(line)) depth += 1;
      return indented;
    })
    .join('\n');
}
