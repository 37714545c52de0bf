import { html } from 'hono/html';
import type { Handler } from 'vaultlink/node';
import { documentReply } from './document.ts';
import { fileReply } from './files.ts';
import type { Page, Site } from './page.ts';

/** Creates the handler of a site: its pages and files. */
export function siteHandler(site: Site): Handler {
  return async ({ url, method }) => {
    if (method !== 'GET' && method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const { pathname } = new URL(url);
    const page = site.pages.get(pathname);
    if (page) return documentReply(200, site, page);
    return (await fileReply(pathname)) ?? documentReply(404, site, missing);
  };
}

const missing: Page = {
  title: 'Page not found',
  main: html`
    <h1>There is no such page</h1>
    <p>The address may have been cut short.</p>
    <p><a class="button" href="/">To the first page</a></p>
  `,
};
