import { html } from 'hono/html';
import { choices, backLink } from '../site/fields.ts';
import type { Page } from '../site/page.ts';

const STEPS = 4;
const ATTENTION_ANSWER = 'Rarely';
const scripts = ['keep-answers'];

/** Returns the pages of the long survey. They do not mention the token: the script tag keeps it from page to page. */
export const surveyPages = (): [path: string, page: Page][] => [
  ['/survey', landing],
  ['/survey/habits', habits],
  ['/survey/last', last],
  ['/survey/thanks', thanks],
  ['/survey/not-a-match', notAMatch],
  ['/survey/not-accepted', notAccepted],
];

const landing: Page = {
  title: 'Coffee and tea',
  progress: { step: 1, of: STEPS },
  scripts,
  main: html`
    <h1>Coffee and tea, at home and at work</h1>
    <p class="lead">
      Six short questions about what is in your cup. It takes about two minutes, and your answers
      are used without your name.
    </p>
    <form method="post" action="/survey">
      ${choices('weekly', 'Do you drink coffee or tea at least once a week?', ['Yes', 'No'])}
      <p class="ways"><button>Start the survey</button></p>
    </form>
  `,
  next(answers) {
    const weekly = answers.get('weekly');
    if (weekly === 'Yes') return '/survey/habits';
    return weekly === 'No' ? '/survey/not-a-match' : '/survey';
  },
};

const habits: Page = {
  title: 'Your habits',
  progress: { step: 2, of: STEPS },
  scripts,
  main: html`
    <h1>Your habits</h1>
    <form method="post" action="/survey/habits">
      ${choices('drink', 'What do you drink more often?', ['Coffee', 'Tea', 'Both alike'])}
      <div class="field">
        <label for="cups">How many cups on an ordinary day?</label>
        <select id="cups" name="cups" required>
          <option value="">Please choose</option>
          <option>Less than one</option>
          <option>One or two</option>
          <option>Three or four</option>
          <option>Five or more</option>
        </select>
      </div>
      ${choices(
        'places',
        'Where do you drink it? Choose all that apply.',
        ['At home', 'At work', 'On the way', 'In a café'],
        'checkbox',
      )}
      <p class="ways">
        <button>Continue</button>
        <a class="button quiet" href="/survey">Back</a>
      </p>
    </form>
  `,
  next: (answers) =>
    answers.get('drink') && answers.get('cups') ? '/survey/last' : '/survey/habits',
};

const last: Page = {
  title: 'Nearly done',
  progress: { step: 3, of: STEPS },
  scripts,
  main: html`
    <h1>Nearly done</h1>
    <form method="post" action="/survey/last">
      ${choices(
        'attention',
        `This question checks that you are reading. Please choose “${ATTENTION_ANSWER}”.`,
        ['Never', ATTENTION_ANSWER, 'Sometimes', 'Often'],
      )}
      <div class="field">
        <label for="comment">What makes a good cup for you? <span>(optional)</span></label>
        <textarea id="comment" name="comment" rows="3" maxlength="500"></textarea>
      </div>
      <p class="ways">
        <button>Send my answers</button>
        <a class="button quiet" href="/survey/habits">Back</a>
      </p>
    </form>
  `,
  next(answers) {
    const attention = answers.get('attention');
    if (!attention) return '/survey/last';
    return attention === ATTENTION_ANSWER ? '/survey/thanks' : '/survey/not-accepted';
  },
};

const thanks: Page = {
  title: 'Thank you',
  progress: { step: 4, of: STEPS },
  scripts,
  main: html`
    <h1>Thank you</h1>
    <p class="lead">Your answers help cafés and offices to brew what people like.</p>
    <div class="outcome"><endlink-finish outcome="complete"></endlink-finish></div>
    <h2>What you told us</h2>
    <dl class="answers">
      <dt>Drinks more often</dt>
      <dd data-answer="drink">No answer</dd>
      <dt>Cups a day</dt>
      <dd data-answer="cups">No answer</dd>
      <dt>Where</dt>
      <dd data-answer="places">No answer</dd>
      <dt>A good cup</dt>
      <dd data-answer="comment">No answer</dd>
    </dl>
    ${backLink}
  `,
};

/** The page of a screen-out, which the script tag reports. */
const notAMatch: Page = {
  title: 'Not this time',
  tag: { 'data-outcome': 'screenout' },
  scripts: ['show-state'],
  main: html`
    <h1>Not this time</h1>
    <p class="lead">
      This survey is for people who drink coffee or tea every week. Thank you for telling us.
    </p>
    <p class="outcome" role="status" data-show-state="sentence">We are telling the marketplace.</p>
    ${backLink}
  `,
};

const notAccepted: Page = {
  title: 'Your answers cannot be used',
  main: html`
    <h1>Your answers cannot be used</h1>
    <p class="lead">
      One question asked for a certain answer, to see that people read along, and another was
      chosen.
    </p>
    <div class="outcome"><endlink-finish outcome="fail"></endlink-finish></div>
    ${backLink}
  `,
};
