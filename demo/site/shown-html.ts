import { shownTag } from './first-scripts.ts';
import type { Page, Site } from './page.ts';

/** What a page has of Vaultlink, as lines to copy. */
export interface ShownHtml {
  /** In the head. */
  tag: string;
  /** In the page, where it has any. */
  elements: readonly string[];
}

/** Elements of Vaultlink, from their first tag to their last. None stands inside another of its kind. */
const ELEMENT = /<(endlink-finish|vault-connect|vault-push)\b[^>]*>.*?<\/\1>/gs;

/** Taken from the very markup that is sent. */
export async function shownHtml(site: Site, page: Page): Promise<ShownHtml> {
  const main = await page.main;
  return {
    tag: shownTag(site, page),
    elements: [...main.matchAll(ELEMENT)].map(([element]) => tidy(element)),
  };
}

/** A form is the company's own, as long as it wants: its fields are named in a comment. */
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
