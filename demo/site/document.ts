import { html } from 'hono/html';
import { FILES } from './files.ts';
import type { Page, Site } from './page.ts';
import { shownHtml } from './shown-html.ts';

/**
 * Creates the response with a page of a site. Its policy allows only scripts and styles with the nonce of this response, and no markup made from text by a
 * script.
 */
export async function documentReply(status: number, site: Site, page: Page): Promise<Response> {
  const nonce = crypto.randomUUID();
  const { name, about, theme, serviceOrigin, startOrigin } = site;
  // The tag comes first, so that it reads the address before any other script.
  const document = await html`<!doctype html>
    <html lang="en" data-theme="${theme}">
      <head>
        <script src="/vaultlink.js" nonce="${nonce}" data-base-url="${serviceOrigin}"></script>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} · ${name}</title>
        <link rel="icon" href="${FILES.icon}" type="image/svg+xml" />
        <link rel="stylesheet" href="${FILES.style}" nonce="${nonce}" />
        <script src="${FILES.copy}" nonce="${nonce}" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the page</a>
        <header>
          <div class="demo-bar">
            <p><strong>Demo</strong> ${about} Nothing leaves this machine.</p>
            <nav aria-label="Demo">
              <a href="${startOrigin}/">Start page</a>
              <a href="${serviceOrigin}/">Vaults at the marketplace</a>
            </nav>
          </div>
          <p class="frame brand">${logo} ${name}</p>
        </header>
        <div class="frame columns">
          <main id="main" class="card">${page.main}</main>
          ${shownHtml(site, page)}
        </div>
        <footer class="frame foot">
          <p>${name} does not exist, and your answers stay on this machine.</p>
          <p><a href="/">First page</a></p>
        </footer>
      </body>
    </html>`;
  return new Response(String(document), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(serviceOrigin, nonce),
      // Each response needs a new nonce. `no-store` would keep pages out of the back/forward cache.
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Logo of a site. Its colours come from the style. */
const logo = html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="9" />
  <path d="M9 20c0-6 4-10 14-11-1 9-5 14-11 14-2 0-3-1-3-3Zm0 4c2-5 5-8 9-10" />
</svg>`;

/** Returns a strict Content-Security-Policy with what Vaultlink needs: the nonce, the origin of the service, and the backend on the own origin. */
const policy = (serviceOrigin: string, nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src ${serviceOrigin} 'self'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
