import { html } from 'hono/html';
import { choices, backLink } from '../site/fields.ts';
import type { JsonReply, Page } from '../site/page.ts';

/** Path at which the server returns the outcome of the survey about music. */
const MUSIC_VERDICT = '/music/verdict';

const NEVER = 'I never listen to music';

const COMPLETE = html`<div class="outcome">
  <endlink-finish outcome="complete"></endlink-finish>
</div>`;

/** Returns surveys under difficult conditions: steps on one page, new tabs, tag managers, late outcomes and blocked storage. */
export const conditionPages = (): [path: string, page: Page][] => [
  ['/breakfast', breakfast],
  ['/reading', reading],
  ['/reading/questions', readingQuestions],
  ['/reading/thanks', readingThanks],
  ['/garden', garden],
  ['/garden/thanks', gardenThanks],
  ['/music', music],
  ['/music/result', musicResult],
  ['/sleep', sleep],
  ['/sleep/question', sleepQuestion],
  ['/sleep/thanks', sleepThanks],
];

/** JSON that the pages fetch, by path. */
export const conditionData: readonly [path: string, reply: JsonReply][] = [
  [
    MUSIC_VERDICT,
    (query) => ({ outcome: query.get('listens') === NEVER ? 'screenout' : 'complete' }),
  ],
];

/** A survey with all steps on one page. Its last step holds the element from the start, which must not report before that step is shown. */
const breakfast: Page = {
  title: 'Breakfast',
  progress: { step: 1, of: 3 },
  scripts: ['wizard'],
  main: html`
    <h1>Your breakfast today</h1>
    <form data-step>
      ${choices('breakfast', 'Did you have breakfast today?', ['Yes', 'Not yet', 'No'])}
      <p class="ways"><button>Continue</button></p>
    </form>
    <form data-step hidden>
      ${choices('company', 'Who was with you?', ['Nobody', 'Family or friends', 'Colleagues'])}
      <p class="ways">
        <button>Finish</button>
        <button type="button" class="button quiet" data-back>Back</button>
      </p>
    </form>
    <section class="stack" data-step hidden>
      <h2>Thank you</h2>
      <p class="lead">You have reached the last step of this page.</p>
      ${COMPLETE} ${backLink}
    </section>
  `,
};

/** A survey that opens in a new tab, which does not share the storage of this one. */
const reading: Page = {
  title: 'What you read',
  main: html`
    <h1>What you read</h1>
    <p class="lead">One question. The survey opens in a tab of its own, and this page stays.</p>
    <p class="ways">
      <a class="button" href="/reading/questions" target="_blank" rel="noopener">
        Open the survey
      </a>
    </p>
  `,
};

const readingQuestions: Page = {
  title: 'What you read',
  progress: { step: 1, of: 2 },
  scripts: ['keep-answers'],
  main: html`
    <h1>What you read</h1>
    <form method="post" action="/reading/questions">
      ${choices('reading', 'What did you read last?', [
        'A book',
        'A newspaper or magazine',
        'Something online',
      ])}
      <p class="ways"><button>Send my answer</button></p>
    </form>
  `,
  next: (answers) => (answers.get('reading') ? '/reading/thanks' : '/reading/questions'),
};

const readingThanks: Page = {
  title: 'Thank you',
  progress: { step: 2, of: 2 },
  scripts: ['keep-answers'],
  main: html`
    <h1>Thank you</h1>
    <p class="lead">You said: <strong data-answer="reading">No answer</strong>.</p>
    ${COMPLETE} ${backLink}
  `,
};

/** A survey whose script tag comes from a tag manager, late and without its attributes. */
const garden: Page = {
  title: 'Plants at home',
  progress: { step: 1, of: 2 },
  scripts: ['keep-answers'],
  isTagInjected: true,
  main: html`
    <h1>Plants at home</h1>
    <p class="lead">One question, half a minute.</p>
    <form method="post" action="/garden">
      ${choices('plants', 'Where do you grow plants?', [
        'In a garden',
        'On a balcony',
        'On the window sill',
        'Nowhere',
      ])}
      <p class="ways"><button>Send my answer</button></p>
    </form>
  `,
  next: (answers) => (answers.get('plants') ? '/garden/thanks' : '/garden'),
};

const gardenThanks: Page = {
  title: 'Thank you',
  progress: { step: 2, of: 2 },
  scripts: ['keep-answers'],
  isTagInjected: true,
  main: html`
    <h1>Thank you</h1>
    <p class="lead">You grow plants here: <strong data-answer="plants">No answer</strong>.</p>
    ${COMPLETE} ${backLink}
  `,
};

/** A survey whose outcome comes from the server after the page has loaded. */
const music: Page = {
  title: 'Music in your day',
  progress: { step: 1, of: 2 },
  scripts: ['keep-answers'],
  main: html`
    <h1>Music in your day</h1>
    <p class="lead">One question. We check your answer before the survey ends.</p>
    <form method="post" action="/music">
      ${choices('listens', 'When do you listen to music?', [
        'While I work',
        'In the evening',
        'On the way',
        NEVER,
      ])}
      <p class="ways"><button>Send my answer</button></p>
    </form>
  `,
  next(answers) {
    const listens = answers.get('listens');
    if (typeof listens !== 'string') return '/music';
    return `/music/result?${new URLSearchParams({ listens }).toString()}`;
  },
};

const musicResult: Page = {
  title: 'Your answer',
  progress: { step: 2, of: 2 },
  scripts: ['keep-answers', 'late-outcome'],
  callsItself: true,
  main: html`
    <h1>Your answer has arrived</h1>
    <p class="lead">You said: <strong data-answer="listens">No answer</strong>.</p>
    <div class="outcome">
      <p data-until-outcome>We are checking your answer.</p>
      <endlink-finish data-outcome-from="${MUSIC_VERDICT}"></endlink-finish>
    </div>
    ${backLink}
  `,
};

/** A survey without storage. Links and forms carry the token, and the history entry keeps it over a reload. */
const sleep: Page = {
  title: 'How you slept',
  isStorageBlocked: true,
  main: html`
    <h1>How you slept</h1>
    <p class="lead">
      One question. This page may not store anything in your browser. You can reload it without
      losing your place.
    </p>
    <p class="ways"><a class="button" href="/sleep/question">Start the survey</a></p>
  `,
};

const sleepQuestion: Page = {
  title: 'How you slept',
  progress: { step: 1, of: 2 },
  isStorageBlocked: true,
  main: html`
    <h1>How you slept</h1>
    <form action="/sleep/thanks">
      ${choices('slept', 'How did you sleep last night?', ['Well', 'As usual', 'Badly'])}
      <p class="ways">
        <button>Send my answer</button>
        <a class="button quiet" href="/sleep">Back</a>
      </p>
    </form>
  `,
};

const sleepThanks: Page = {
  title: 'Thank you',
  progress: { step: 2, of: 2 },
  isStorageBlocked: true,
  main: html`
    <h1>Thank you</h1>
    <p class="lead">Your answer is with us. Sleep well tonight.</p>
    ${COMPLETE} ${backLink}
  `,
};
