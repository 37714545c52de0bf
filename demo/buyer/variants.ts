import { html } from 'hono/html';
import type { Addresses } from '../addresses.ts';
import { SELLER_PATH } from '../site/behind.ts';
import { choices, backLink } from '../site/fields.ts';
import type { Page } from '../site/page.ts';

const scripts = ['keep-answers'];

/** Returns surveys that receive the token or report the outcome in other ways. */
export function variantPages({ partner }: Addresses): [path: string, page: Page][] {
  return [
    ['/travel', travel],
    ['/travel/finish', travelFinish],
    ['/tasting', tasting(partner)],
    ['/parcel', parcel],
    ['/parcel/finish', parcelFinish],
    ['/cooking', cooking],
  ];
}

/** A survey whose landing URL has parameter names of its own. @see interface §2.5 */
const travel: Page = {
  title: 'How you get to work',
  tag: { 'data-token-param': 'custom1', 'data-seller-param': 'rid' },
  progress: { step: 1, of: 2 },
  scripts,
  main: html`
    <h1>How you get to work</h1>
    <p class="lead">One question, half a minute.</p>
    <form method="post" action="/travel">
      ${choices('travel', 'How did you get to work or school last time?', [
        'On foot',
        'By bicycle',
        'By bus or train',
        'By car',
        'I stayed at home',
      ])}
      <p class="ways"><button>Continue</button></p>
    </form>
  `,
  next: (answers) => (answers.get('travel') ? '/travel/finish' : '/travel'),
};

const travelFinish: Page = {
  title: 'Ready to finish',
  progress: { step: 2, of: 2 },
  scripts,
  main: html`
    <h1>Ready to finish</h1>
    <p class="lead">
      You said: <strong data-answer="travel">No answer</strong>.
      <span class="before-end">Is that right?</span>
    </p>
    <div class="outcome"><endlink-finish outcome="complete" manual></endlink-finish></div>
    <p class="ways">
      <a class="button quiet before-end" href="/travel">Change my answer</a>
      <a class="button quiet" href="${SELLER_PATH}">Back to the marketplace</a>
    </p>
  `,
};

/** Creates the page that carries the token to another origin, which its tag names. */
const tasting = (partnerOrigin: string): Page => ({
  title: 'A tasting with our partner',
  tag: { 'data-carry': new URL(partnerOrigin).host },
  main: html`
    <h1>A tasting with our partner</h1>
    <p class="lead">
      The tasting takes place at Tastewell, on pages of their own. Your place is kept on the way
      there.
    </p>
    <form method="get" action="${partnerOrigin}/samples">
      <div class="field">
        <label for="taste">Which chocolate would you like to judge?</label>
        <select id="taste" name="taste">
          <option>Dark</option>
          <option>Milk</option>
          <option>White</option>
        </select>
      </div>
      <p class="ways"><button>Go to the tasting</button></p>
    </form>
    <p>No preference? <a href="${partnerOrigin}/samples">Let Tastewell choose for you</a>.</p>
  `,
});

const parcel: Page = {
  title: 'Parcels at your door',
  main: html`
    <h1>Parcels at your door</h1>
    <p class="lead">One question. You are then taken back to the marketplace.</p>
    <form method="post" action="/parcel">
      ${choices('parcels', 'How many parcels did you receive last month?', [
        'None',
        'One or two',
        'Three to five',
        'Six or more',
      ])}
      <p class="ways"><button>Finish</button></p>
    </form>
  `,
  next: (answers) => (answers.get('parcels') ? '/parcel/finish' : '/parcel'),
};

const parcelFinish: Page = {
  title: 'One moment',
  main: html`
    <h1>One moment</h1>
    <p class="lead">Thank you. You are on the way back to the marketplace.</p>
    <div class="outcome"><endlink-finish outcome="complete" via="redirect"></endlink-finish></div>
  `,
};

const cooking: Page = {
  title: 'Cooking on Sundays',
  main: html`
    <h1>We have enough answers</h1>
    <p class="lead">
      “Cooking on Sundays” was answered by as many people as we can take. Thank you for coming by.
    </p>
    <div class="outcome"><endlink-finish outcome="quota_full"></endlink-finish></div>
    ${backLink}
  `,
};
