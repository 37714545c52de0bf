import { html } from 'hono/html';
import type { Page } from './page.ts';

/** Where {@link insidePage} is, on every site. */
export const INSIDE_PATH = '/inside';

/** Shows the state that the script tag tells every page. */
export const insidePage: Page = {
  title: 'What the tag sees',
  scripts: ['show-state'],
  main: html`
    <h1>What the tag sees</h1>
    <p class="lead">
      This is <code>vaultlink.state()</code> in this tab. The token itself is never part of it.
    </p>
    <p class="outcome" role="status" data-show-state="sentence">Looking.</p>
    <pre data-show-state="all">{}</pre>
    <p>
      Open this page in a tab in which a survey was opened from the marketplace; in any other tab
      there is nothing to see.
    </p>
    <p class="ways"><a class="button quiet" href="/">All pages</a></p>
  `,
};
