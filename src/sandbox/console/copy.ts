import { html } from 'hono/html';
import type { Html } from '../service/pages/document.ts';

/** Renders a short text with a button that copies it. Without the script, the button stays hidden. */
export const copyable = (id: string, text: string, what: string): Html =>
  html`<span class="copyable"><code id="${id}">${text}</code>${copyButton(id, what)}</span>`;

/** Renders lines with a button that copies them. */
export const copyableLines = (id: string, text: string, what: string): Html =>
  html`<div class="copyable-lines">
    <pre id="${id}" tabindex="0" role="region" aria-label="${what}">${text}</pre>
    ${copyButton(id, what)}
  </div>`;

const copyButton = (id: string, what: string): Html =>
  html`<button type="button" class="small" data-copy="${id}" hidden>
    Copy<span class="visually-hidden"> ${what}</span>
  </button>`;
