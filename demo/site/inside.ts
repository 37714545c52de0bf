import { html } from 'hono/html';
import type { Page } from './page.ts';

/** Path of {@link insidePage} on every site. */
export const INSIDE_PATH = '/inside';

/** The page that shows the state of the script tag. */
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
