import { html } from 'hono/html';
import { consolePath, DEVELOPER_PATH } from '../service/pages/console-path.ts';
import { pageReply } from '../service/pages/document.ts';
import type { Html } from '../service/pages/document.ts';
import { mark } from '../service/pages/mark.ts';

/** Where the script of the console is. */
export const SCRIPT_PATH = '/sandbox/console/console.js';

/** One of the console's pages, between what they share. */
export interface ConsolePage {
  /** Which one it is: its name in the list of pages. */
  name: 'Seller' | 'Developer settings';
  /** Sections; each with `data-live` is kept up to date. */
  content: Html;
}

/** Answers with a page of the console. Each element with `data-live` is kept up to date from this very page, rendered again. */
export function framedPage({ name, content }: ConsolePage): Promise<Response> {
  const body = html`
    <header>
      <p class="banner">
        <strong>This is a sandbox.</strong> It stands in for the service and keeps everything in
        memory. Tokens are shown on purpose: none of them is worth anything.
      </p>
      <div class="top">
        <h1>${mark} Vault sandbox</h1>
        <nav aria-label="Pages">
          ${pageLink('Seller', consolePath(), name)}
          ${pageLink('Developer settings', DEVELOPER_PATH, name)}
        </nav>
        <p id="connection" class="connection" hidden></p>
      </div>
    </header>
    <main class="columns">${content}</main>
    <p id="news" class="visually-hidden" role="status"></p>
  `;
  const title = name === 'Seller' ? 'Vault sandbox' : `${name} · Vault sandbox`;
  return pageReply(200, { title, body, script: SCRIPT_PATH });
}

const pageLink = (name: string, path: string, current: string): Html =>
  name === current
    ? html`<a href="${path}" aria-current="page">${name}</a>`
    : html`<a href="${path}">${name}</a>`;
