import { html } from 'hono/html';
import type { BasePath } from '../base-path.ts';
import { consolePath } from './console-path.ts';
import { pageReply, logo } from './document.ts';

/** Tone of a message, shown by its colour. */
export type Tone = 'good' | 'neutral' | 'bad';

/** Creates a page with a message and a link back. Shows the status if it is an error. */
export function messagePage(
  base: Pick<BasePath, 'address'>,
  status: number,
  title: string,
  sentences: readonly string[],
  tone: Tone,
  back = { label: 'Back to your packets', path: consolePath() },
): Promise<Response> {
  const body = html`
    <main class="message">
      <div class="part ${tone}">
        ${logo}
        <h1>${title}</h1>
        ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
        ${status >= 400 ? html`<p class="status">Status ${status}</p>` : ''}
        <p><a class="button primary" href="${base.address(back.path)}">${back.label}</a></p>
      </div>
      <p class="banner">This is a sandbox: it stands in for the service.</p>
    </main>
  `;
  return pageReply(base, status, { title, body });
}
