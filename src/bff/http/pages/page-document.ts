import { html, raw } from 'hono/html';
import { randomId } from '../../grants/hash.ts';
import { CONNECT_CHANNEL } from '../../../protocol/index.ts';
import type { ConnectMessage } from '../../../protocol/index.ts';
import { pageReply } from '../replies.ts';
import { languageOf, messagesIn } from './page-messages.ts';
import type { Messages, PageTopic } from './page-messages.ts';
import type { RouteRequest } from '../route-request.ts';
import type { RouteResponse } from '../replies.ts';

/** A message of a popup to its opener. */
export interface OpenerMessage {
  message: ConnectMessage;
  /** Exact origin that may receive the message. */
  origin: string;
  /** Closes the popup afterwards. */
  closes: boolean;
  /** Sends it to all pages of the backend's origin too, because COOP can remove `window.opener`. */
  isBroadcast: boolean;
}

/** Content of a page. */
export interface Page {
  status: number;
  topic: PageTopic;
  /** The only link of the page. */
  link: { href: string; label: (messages: Messages) => string };
  /** Makes the browser follow the link at once. Default: `false`. */
  isFollowedAtOnce?: boolean;
  /** Values of the placeholders in its sentence. Default: none. */
  names?: Readonly<Record<string, string>>;
  /** Error code to show. Default: none. */
  code?: string;
  /** Default: no message is sent. */
  openerMessage?: OpenerMessage | undefined;
}

/** Style of all pages: one card, in light and dark, for all screen widths. */
const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f5f1; --surface: #fff; --ink: #18221d; --quiet: #55625b; --line: #dcdfd8;
  --accent: #0d6448; --accent-ink: #fff; --bad: #a3221c; --bad-surface: #fbe3e0; --good-surface: #dcf0e6;
  font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1412; --surface: #18201c; --ink: #e7eee9; --quiet: #a3b1a9; --line: #2b3630;
    --accent: #6cd3aa; --accent-ink: #06251a; --bad: #ffaba3; --bad-surface: #45191a; --good-surface: #16392c;
  }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1rem; }
main {
  width: 100%; max-width: 26rem; padding: 1.75rem; background: var(--surface);
  border: 1px solid var(--line); border-radius: 16px; overflow-wrap: break-word;
}
svg { display: block; width: 3rem; height: 3rem; padding: 0.75rem; border-radius: 12px; fill: none; stroke: currentColor;
  stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; color: var(--bad); background: var(--bad-surface); }
.good svg { color: var(--accent); background: var(--good-surface); }
h1 { margin: 1.25rem 0 0.5rem; font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.01em; }
p { margin: 0; color: var(--quiet); }
a { display: inline-block; margin-top: 1.5rem; padding: 0.7rem 1.25rem; min-height: 2.75rem; border-radius: 10px;
  background: var(--accent); color: var(--accent-ink); font-weight: 600; text-decoration: none; }
a:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
code { display: block; margin-top: 1.25rem; font: 0.8125rem/1.4 ui-monospace, Menlo, Consolas, monospace; color: var(--quiet); }
`;

const NOTIFY_OPENER = `
  const { message, origin, channel, closes } = JSON.parse(document.currentScript.dataset.message);
  try { window.opener?.postMessage(message, origin); } catch {}
  try { if (channel) new BroadcastChannel(channel).postMessage(message); } catch {}
  if (closes) window.close();
`;

const EXCLAMATION = 'M12 5v8.5M12 18.5v.1';
/** Icons of topics that are not problems. */
const GOOD_ICONS: Partial<Record<PageTopic, string>> = {
  asking: EXCLAMATION,
  connected: 'M5 12.5l4.5 4.5L19 7.5',
  continuing: 'M5 12h14M13 6l6 6-6 6',
};

/** Answers with a page in the user's language. It loads no resources and runs only the inline script. */
export async function pageFor(
  request: RouteRequest,
  { status, topic, names = {}, link, isFollowedAtOnce = false, code, openerMessage }: Page,
): Promise<RouteResponse> {
  const language = languageOf(request);
  const messages = messagesIn(language);
  const [title, sentence] = messages[topic];
  const nonce = randomId();
  const data = openerMessage && notificationOf(openerMessage);
  const goodIcon = GOOD_ICONS[topic];
  const page = await html`<!doctype html>
    <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${isFollowedAtOnce ? html`<meta http-equiv="refresh" content="0; url=${link.href}" />` : ''}
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main class="${goodIcon === undefined ? 'bad' : 'good'}">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="${goodIcon ?? EXCLAMATION}" />
          </svg>
          <h1>${title}</h1>
          <p role="status">${fillPlaceholders(sentence, names)}</p>
          <a href="${link.href}">${link.label(messages)}</a>
          ${code ? html`<code dir="ltr">${code}</code>` : ''}
        </main>
        ${
          data
            ? html`<script nonce="${nonce}" data-message="${data}">
                ${raw(NOTIFY_OPENER)};
              </script>`
            : ''
        }
      </body>
    </html>`;
  return pageReply(status, String(page), policy(nonce));
}

/** Returns what the script of a page reads. */
const notificationOf = ({ message, origin, closes, isBroadcast }: OpenerMessage): string =>
  JSON.stringify({ message, origin, closes, ...(isBroadcast && { channel: CONNECT_CHANNEL }) });

/** Fills the placeholders of a sentence. `bdi` isolates the direction of each value within right-to-left text. */
const fillPlaceholders = (sentence: string, names: Readonly<Record<string, string>>) =>
  sentence.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? html`<bdi>${names[part]}</bdi>` : part));

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
