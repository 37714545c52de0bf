import { html } from 'hono/html';
import type { Addresses } from '../addresses.ts';
import { demoPackets } from '../packets.ts';
import type { Html, Page } from '../site/page.ts';

/** Pages by what they show; the guide lists them all. */
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

/** Says what to do, in plain words. */
export function guidePage(addresses: Addresses): Page {
  const { service, partner, panel } = addresses;
  return {
    title: 'How to use this demo',
    main: html`
      <h1>From the marketplace and back</h1>
      <p class="lead">
        You play two people: a seller who answers surveys, and the company that pays for the
        answers. These are the company’s pages.
      </p>
      <ol class="steps">
        <li>Open the marketplace and keep it in view.</li>
        <li>Open a packet. The survey comes up in a new tab.</li>
        <li>Answer it, and watch the packet change in the marketplace.</li>
      </ol>
      <p class="ways"><a class="button" href="${service}">Open the marketplace</a></p>
      <h2>The packets</h2>
      <dl class="packets">
        ${demoPackets(addresses).map(
          ({ name, shows }) => html`
            <dt>${name}</dt>
            <dd>${shows}</dd>
          `,
        )}
      </dl>
      <h2>A vault of one’s own</h2>
      <p>
        Sellers also keep a vault of data. On the pages of
        <a href="${panel}">Larkfield Panel</a> they connect it, and their answers are pushed into
        it.
      </p>
      <h2>All pages</h2>
      <p>
        Opened from here they have no token from the marketplace, and say so where they would
        report.
      </p>
      <ul class="pages">
        ${LISTED.map(([path, what]) => pageItem(path, path, what))}
        ${pageItem(`${partner}/samples`, 'Partner: /samples', 'The tasting, on another origin')}
      </ul>
    `,
  };
}

const pageItem = (href: string, text: string, what: string): Html =>
  html`<li><a href="${href}">${text}</a> <span>${what}</span></li>`;
