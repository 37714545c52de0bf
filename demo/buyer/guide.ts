import { html } from 'hono/html';
import type { Addresses } from '../addresses.ts';
import type { Html, Page } from '../site/page.ts';

/** Paths of all pages, with a description of each. */
const LISTED: readonly [path: string, what: string][] = [
  ['/survey', 'First page of the survey; “No” leads to the screen-out'],
  ['/survey/habits', 'Second page'],
  ['/survey/last', 'Third page, with the question that checks attention'],
  ['/survey/thanks', 'Thank-you page: complete, reported by the element'],
  ['/survey/not-a-match', 'Screened out, reported by the script tag alone'],
  ['/survey/not-accepted', 'Failed, reported by the element'],
  ['/travel', 'Landing page with parameter names of its own'],
  ['/travel/finish', 'Complete, reported when the button is pressed'],
  ['/tasting', 'Leads on to the partner by form and by link'],
  ['/parcel', 'Landing page of the redirect'],
  ['/parcel/finish', 'Complete, reported by redirect'],
  ['/cooking', 'Quota full, reported on landing'],
  ['/breakfast', 'All steps on one page; the last one reports when it is shown'],
  ['/reading', 'Opens the survey in a new tab'],
  ['/garden', 'The tag comes from a tag manager, late and without attributes'],
  ['/music', 'The outcome is known some time after the last page has loaded'],
  ['/sleep', 'No storage: links and forms keep the token, and so does a reload'],
  ['/inside', 'What the script tag knows in this tab'],
];

/** Creates the page with links to every page. */
export function guidePage({ tour, partner }: Addresses): Page {
  return {
    title: 'All pages',
    main: html`
      <h1>All pages of this survey</h1>
      <p class="lead">
        Opened from here they have no token from the marketplace, and report nothing. The tour leads
        through them as a seller.
      </p>
      <p class="ways"><a class="button" href="${tour}">Take the tour</a></p>
      <ul class="pages">
        ${LISTED.map(([path, what]) => pageItem(path, path, what))}
        ${pageItem(`${partner}/samples`, 'Partner: /samples', 'The tasting, on another origin')}
      </ul>
    `,
  };
}

const pageItem = (href: string, text: string, what: string): Html =>
  html`<li><a href="${href}">${text}</a> <span>${what}</span></li>`;
