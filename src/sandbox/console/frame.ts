import { html } from 'hono/html';
import type { SandboxCore } from '../core/core.ts';
import {
  CHECK_PATH,
  consolePath,
  DEVELOPER_PATH,
  LAB_PATH,
  LOG_PATH,
} from '../service/pages/console-path.ts';
import { pageReply, logo } from '../service/pages/document.ts';
import type { Html } from '../service/pages/document.ts';
import { aheadText, dateAndTime } from './display-format.ts';
import { undoPart } from './undo-part.ts';

/** Path of the script of the console. */
export const SCRIPT_PATH = '/sandbox/console/console.js';

const PAGES = [
  ['Seller', consolePath()],
  ['Buyer', DEVELOPER_PATH],
  ['Log', LOG_PATH],
  ['Lab', LAB_PATH],
  ['Check', CHECK_PATH],
] as const;

/** Content of a page of the console. */
export interface ConsolePage {
  /** Name of the page in the list of pages. */
  name: (typeof PAGES)[number][0];
  /** Path of the page without the base path and without posted values. */
  path: string;
  /** Sections. Those with `data-live` are updated live. */
  content: Html;
  /** Default: 200. */
  status?: number;
  /** Value of a `Set-Cookie`. */
  cookie?: string;
}

/** Creates a page of the console, with its header. The script loads `path` again after changes, and updates elements with `data-live`. */
export function framedPage(
  core: SandboxCore,
  { name, path, content, status = 200, cookie }: ConsolePage,
): Promise<Response> {
  const { clock } = core;
  const nowMs = clock.nowMs();
  const ahead = aheadText(clock.advancedSeconds());
  const body = html`
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      <p class="banner">
        <strong>This is a sandbox.</strong> It shows its tokens and secrets on purpose.
      </p>
      <div class="top">
        <p class="brand">${logo} Vault sandbox</p>
        <nav aria-label="Pages">
          <ul>
            ${PAGES.map(([label, to]) => pageLink(label, core.address(to), name))}
          </ul>
        </nav>
        <p class="status-line">
          <a id="clock" href="${core.address(LAB_PATH)}" data-live>
            <time
              id="now"
              datetime="${new Date(nowMs).toISOString()}"
              data-now-ms="${nowMs}"
              data-frozen="${String(clock.isFrozen())}"
              >${dateAndTime(nowMs)}</time
            >
            UTC${ahead ? html` <span class="badge waiting">${ahead}</span>` : ''}${clock.isFrozen() ? html` <span class="badge waiting">Stopped</span>` : ''}
          </a>
          <span id="connection" class="connection" hidden></span>
        </p>
      </div>
    </header>
    ${undoPart(core, path)}
    <main id="content" class="columns" tabindex="-1" data-page="${core.address(path)}">
      <h1 class="visually-hidden">${name}</h1>
      ${content}
    </main>
    <p id="news" class="visually-hidden" role="status"></p>
  `;
  const title = name === 'Seller' ? 'Vault sandbox' : `${name} · Vault sandbox`;
  return pageReply(core, status, {
    ...{ title, body, script: SCRIPT_PATH, referrerPolicy: 'same-origin' },
    ...(cookie && { cookie }),
  });
}

const pageLink = (label: string, path: string, current: string): Html =>
  label === current
    ? html`<li><a href="${path}" aria-current="page">${label}</a></li>`
    : html`<li><a href="${path}">${label}</a></li>`;
