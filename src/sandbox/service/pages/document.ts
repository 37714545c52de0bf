import { html } from 'hono/html';
import type { BasePath } from '../base-path.ts';
import { reply } from '../http/reply.ts';
import { SYSTEM_RANDOM, createToken } from '../../market/random-token.ts';

/** Markup in which every value has been escaped. */
export type Html = ReturnType<typeof html>;

/** Path of the stylesheet of every page. */
export const STYLE_PATH = '/sandbox/console/style.css';

/** Content and headers of a page. */
export interface Page {
  title: string;
  body: Html;
  /** Path of a script within the sandbox, run at the end of the page. Default: none. */
  script?: string;
  /**
   * Value of `Referrer-Policy`. Default: `no-referrer`, since the address of a page may hold a token. Pages with forms need `same-origin`, so that the
   * browser sends their origin.
   */
  referrerPolicy?: 'no-referrer' | 'same-origin';
  /** Value of a `Set-Cookie`. */
  cookie?: string;
}

/** Creates the response with a page. Its policy allows only its own script and style, and no markup made from text by a script. */
export async function pageReply(
  { address }: Pick<BasePath, 'address'>,
  status: number,
  { title, body, script, referrerPolicy = 'no-referrer', cookie }: Page,
): Promise<Response> {
  const nonce = createToken(SYSTEM_RANDOM, 'base64url');
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${address(STYLE_PATH)}" nonce="${nonce}" />
      </head>
      <body>
        ${body} ${script ? html`<script src="${address(script)}" nonce="${nonce}"></script>` : ''}
      </body>
    </html>`;
  return reply(status, page, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(nonce),
    'referrer-policy': referrerPolicy,
    'x-content-type-options': 'nosniff',
    ...(cookie && { 'set-cookie': cookie }),
  });
}

/** Returns the Content-Security-Policy of a page. Forms may lead to any site: opening a packet redirects to the buyer's site. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self' https: http:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Logo of the sandbox: the door of a vault. */
export const logo = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <rect x="2" y="2" width="28" height="28" rx="8" />
  <circle cx="16" cy="16" r="7.5" />
  <path d="M16 8.5v4M16 19.5v4M8.5 16h4M19.5 16h4" />
</svg>`;
