import { html } from 'hono/html';
import type { Addresses } from '../addresses.ts';
import { choices, backLink } from '../site/fields.ts';
import { INSIDE_PATH, insidePage } from '../site/inside.ts';
import type { Page, Site } from '../site/page.ts';

/** Creates the site of the partner that the tasting links to: another company, on another origin, with the same script tag. */
export function partnerSite({ service, tour }: Addresses): Site {
  return {
    name: 'Tastewell',
    about: 'Tastewell is a made-up partner, on a host of its own.',
    theme: 'tastewell',
    tag: {},
    serviceOrigin: service,
    formOrigins: [],
    pages: new Map([
      ['/', welcome(tour)],
      ['/samples', samples],
      ['/samples/thanks', thanks],
      [INSIDE_PATH, insidePage],
    ]),
    packetAt: (path) => (path.startsWith('/samples') ? { packetId: 'tasting' } : undefined),
  };
}

const welcome = (tourOrigin: string): Page => ({
  title: 'Welcome',
  main: html`
    <h1>Welcome to Tastewell</h1>
    <p class="lead">
      We taste for others. Sellers come here from a survey of Larkfield Research, on another origin.
    </p>
    <p class="ways"><a class="button" href="${tourOrigin}/hosts">How to get here in the tour</a></p>
  `,
});

const samples: Page = {
  title: 'The tasting',
  progress: { step: 1, of: 2 },
  scripts: ['keep-answers'],
  main: html`
    <h1>The tasting</h1>
    <p class="lead">Think of the last piece of chocolate that you ate.</p>
    <form method="post" action="/samples">
      ${choices('sweetness', 'How sweet was it?', ['Not sweet enough', 'Just right', 'Too sweet'])}
      <p class="ways"><button>Send my verdict</button></p>
    </form>
  `,
  next: (answers) => (answers.get('sweetness') ? '/samples/thanks' : '/samples'),
};

const thanks: Page = {
  title: 'Thank you',
  progress: { step: 2, of: 2 },
  scripts: ['keep-answers'],
  main: html`
    <h1>Thank you for your verdict</h1>
    <p class="lead">You said: <strong data-answer="sweetness">No answer</strong>.</p>
    <div class="outcome"><endlink-finish outcome="complete"></endlink-finish></div>
    ${backLink}
  `,
};
