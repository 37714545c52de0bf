import { html } from 'hono/html';
import type { Html, Page, Site } from './page.ts';

/** Renders the panel beside a page: its HTML for Vaultlink, as lines to copy. */
export async function shownHtml({ serviceOrigin }: Site, { main }: Page): Promise<Awaited<Html>> {
  const elements = [...(await main).matchAll(ELEMENT)].map(([element]) => tidy(element));
  const tag = `<script\n  src="/vaultlink.js"\n  data-base-url="${serviceOrigin}"></script>`;
  return html`<aside class="behind" aria-labelledby="behind">
    <h2 id="behind">Its HTML for Vaultlink</h2>
    ${codeLines('html-tag', 'In the head, first:', tag)}
    ${elements.length ? codeLines('html-elements', 'In the page:', elements.join('\n')) : ''}
  </aside>`;
}

/** Pattern of an element of Vaultlink with its content. No such element contains another of its kind. */
const ELEMENT = /<(vault-connect|vault-push)\b[^>]*>.*?<\/\1>/gs;

const codeLines = (id: string, where: string, text: string): Html =>
  html`<div class="lines">
    <p class="lines-head">
      <span>${where}</span>
      <button type="button" class="small" data-copy="${id}" hidden>Copy</button>
    </p>
    <pre><code id="${id}">${text}</code></pre>
  </div>`;

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
