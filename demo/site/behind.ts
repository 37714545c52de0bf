import { html } from 'hono/html';
import { BREAKS } from '../tour/breaks.ts';
import type { Html, Page, Site, Surroundings } from './page.ts';
import { shownHtml } from './shown-html.ts';

/** Path that the buttons which break the network post to. The path of the page follows. */
export const BREAK_PATH = '/demo/break';

/** Path that redirects to the packets of the played seller at the marketplace. */
export const SELLER_PATH = '/demo/seller';

/** Renders the panel beside a company's page: its HTML, the record of the marketplace, and the buttons that break the network. */
export async function behindThePage(
  site: Site,
  page: Page,
  { path, record, canBreak }: Surroundings,
): Promise<Awaited<Html>> {
  const { tag, elements } = await shownHtml(site, page);
  return html`<aside class="behind" aria-labelledby="behind">
    <h2 id="behind">Behind this page</h2>
    <section class="part" aria-labelledby="html-title">
      <h3 id="html-title">Its HTML for Vaultlink</h3>
      ${lines('html-tag', page.isTagInjected ? 'A tag manager, which adds the tag:' : 'In the head, first:', tag)}
      ${
        elements.length
          ? lines('html-elements', 'In the page:', elements.join('\n'))
          : html`<p class="hint">The page itself needs nothing.</p>`
      }
    </section>
    ${
      record
        ? html`<section class="part" aria-labelledby="record-title">
            <h3 id="record-title">On record at the marketplace</h3>
            <div id="record" data-live-part aria-live="polite">${record}</div>
          </section>`
        : ''
    }
    ${canBreak ? breakPart(path) : ''}
  </aside>`;
}

const lines = (id: string, where: string, text: string): Html =>
  html`<div class="lines">
    <p class="lines-head">
      <span>${where}</span>
      <button type="button" class="small" data-copy="${id}" hidden>Copy</button>
    </p>
    <pre><code id="${id}">${text}</code></pre>
  </div>`;

const breakPart = (path: string): Html =>
  html`<section class="part" aria-labelledby="break-title">
    <h3 id="break-title">Break the network at the worst moment</h3>
    <p class="hint">
      It strikes while this survey reports. Once an outcome is counted, the survey starts again with
      another seller.
    </p>
    <form class="breaks" method="post" action="${BREAK_PATH}${path}">
      ${BREAKS.map(
        ({ id, name }) => html`<button class="small" name="way" value="${id}">${name}</button>`,
      )}
    </form>
  </section>`;
