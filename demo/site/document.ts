import { html } from 'hono/html';
import { behindThePage, SELLER_PATH } from './behind.ts';
import { FILES } from './files.ts';
import { firstScripts } from './first-scripts.ts';
import { INSIDE_PATH } from './inside.ts';
import type { Html, Page, Progress, Site, Surroundings } from './page.ts';

/**
 * Creates the response with a page of a site. Its policy allows only scripts and styles with the nonce of this response, and no markup made from text by a
 * script.
 */
export async function documentReply(
  status: number,
  site: Site,
  page: Page,
  surroundings: Surroundings,
): Promise<Response> {
  const nonce = crypto.randomUUID();
  const { title, main, progress, scripts = [] } = page;
  const { tourOrigin, seller, liveUrl, setCookie } = surroundings;
  // The tag comes first, so that it reads the address before any other script.
  const document = await html`<!doctype html>
    <html lang="en" data-theme="${site.theme}">
      <head>
        ${firstScripts(site, page, nonce)}
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${site.name}</title>
        <link rel="icon" href="${FILES.icon}" type="image/svg+xml" />
        <link rel="stylesheet" href="${FILES.style}" nonce="${nonce}" />
        ${[...scripts, 'copy', 'live'].map(
          (name) => html`<script src="/${name}.js" nonce="${nonce}" defer></script>`,
        )}
      </head>
      <body data-live="${liveUrl ?? ''}">
        <a class="skip" href="#main">Skip to the page</a>
        <header>
          <div class="demo-bar">
            <p><strong>Demo</strong> ${site.about} Nothing leaves this machine.</p>
            <nav aria-label="Demo">
              <a href="${tourOrigin}" ${site.hasNoTag ? html`aria-current="true"` : ''}>Tour</a>
              <a href="${SELLER_PATH}">${seller.name} at the marketplace</a>
            </nav>
          </div>
          <div class="frame top">
            <p class="brand">${logo} ${site.name}</p>
            ${progress ? progressBar(progress) : ''} ${site.hasNoTag ? (page.nav ?? '') : ''}
          </div>
        </header>
        <div class="frame columns">
          <main id="main" class="${site.hasNoTag ? 'tour' : 'card'}">${main}</main>
          ${site.hasNoTag ? '' : behindThePage(site, page, surroundings)}
        </div>
        <footer class="frame foot">
          ${
            site.hasNoTag
              ? html`<p>All of it runs on this machine, and forgets everything when it stops.</p>`
              : html`<p>${site.name} does not exist, and your answers stay on this machine.</p>
                  <p><a href="/">All pages</a> · <a href="${INSIDE_PATH}">What the tag sees</a></p>`
          }
        </footer>
      </body>
    </html>`;
  return new Response(String(document), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(site, page, nonce),
      // Each response needs a new nonce. `no-store` would keep pages out of the back/forward cache.
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(setCookie && { 'set-cookie': setCookie }),
    },
  });
}

const progressBar = ({ step, of }: Progress): Html =>
  html`<div class="progress">
    <label for="progress">Page ${step} of ${of}</label>
    <progress id="progress" value="${step}" max="${of}"></progress>
  </div>`;

/** Logo of a site. Its colours come from the style. */
const logo = html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="9" />
  <path d="M9 20c0-6 4-10 14-11-1 9-5 14-11 14-2 0-3-1-3-3Zm0 4c2-5 5-8 9-10" />
</svg>`;

/** Returns a strict Content-Security-Policy with what Vaultlink needs: the nonce, and the origin of the service. */
function policy(site: Site, page: Page, nonce: string): string {
  const { serviceOrigin, formOrigins } = site;
  const callsItself = page.callsItself ?? site.callsItself;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src ${serviceOrigin}${callsItself ? " 'self'" : ''}`,
    "img-src 'self'",
    `form-action ${["'self'", ...formOrigins].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${page.isTagInjected ? 'tag-manager' : "'none'"}`,
  ].join('; ');
}
