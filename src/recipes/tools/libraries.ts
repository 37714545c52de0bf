import type { OutcomeWord, ScriptTool, Snippet } from '../tool.ts';

const ELEMENT: Snippet = {
  title: 'On the page that ends the survey: one of these lines',
  language: 'html',
  code: `<endlink-finish outcome="complete"></endlink-finish>
<endlink-finish outcome="screenout"></endlink-finish>
<endlink-finish outcome="quota_full"></endlink-finish>
<endlink-finish outcome="fail"></endlink-finish>`,
};

const PLACEMENT = [
  'Copy `vaultlink.js` and the files `vaultlink-*.js` into one folder of your site.',
  'Paste the tag as the first line of the `<head>` of every page of the survey.',
];

const PANEL_WORDS: readonly OutcomeWord[] = [
  { outcome: 'complete', words: 'Completed, finished', where: 'the last page' },
  {
    outcome: 'screenout',
    words: 'Terminate, disqualified, does not qualify',
    where: 'where an answer screens out',
  },
  { outcome: 'quota_full', words: 'Over quota', where: 'where you count' },
  { outcome: 'fail', words: 'Quality, attention check, technical error', where: 'where you check' },
];

const EXAMPLE = 'https://survey.example/start';

/** Recipes for pages that you build yourself, with a library or without. */
export const LIBRARIES: readonly ScriptTool[] = [
  {
    id: 'own-page',
    name: 'My own page',
    class: 'script',
    surveyUrl: EXAMPLE,
    needs: [],
    settings: 'tag',
    file: 'vaultlink.js',
    placement: PLACEMENT,
    endings: [
      ELEMENT,
      {
        title: 'Or from code',
        language: 'js',
        code: `(window.vaultlink ||= []).push((vaultlink) => vaultlink.report('complete'));`,
      },
    ],
    outcomeWords: PANEL_WORDS,
    unconfirmed: [],
    limits: [
      'Pages on other hosts need `data-carry`. A server that redirects must forward the query of the landing address.',
      'A Content-Security-Policy must allow the tag in `script-src`, and the service in `connect-src`.',
    ],
  },
  {
    id: 'surveyjs',
    name: 'SurveyJS',
    class: 'script',
    surveyUrl: EXAMPLE,
    needs: [],
    settings: 'tag',
    file: 'vaultlink.js',
    placement: [...PLACEMENT, 'Keep the tag before the scripts of SurveyJS.'],
    endings: [
      {
        title: 'In the JSON of the survey: the page after the last answer holds the element',
        language: 'js',
        code: `const survey = new Survey.Model({
  elements: [
    { type: 'radiogroup', name: 'drink', title: 'What do you drink?', choices: ['Coffee', 'Tea', 'Nothing'] },
  ],
  completedHtml: '<h3>Thank you!</h3><endlink-finish outcome="complete"></endlink-finish>',
  completedHtmlOnCondition: [
    {
      expression: "{drink} = 'Nothing'",
      html: '<h3>You do not qualify.</h3><endlink-finish outcome="screenout"></endlink-finish>',
    },
    {
      expression: "{drink} = 'Tea'",
      html: '<h3>We have enough answers.</h3><endlink-finish outcome="quota_full"></endlink-finish>',
    },
  ],
});`,
      },
      {
        title: 'Or from code',
        language: 'js',
        code: `survey.onComplete.add(({ data }) => {
  const outcome = data.drink === 'Nothing' ? 'screenout' : 'complete';
  (window.vaultlink ||= []).push((vaultlink) => vaultlink.report(outcome));
});`,
      },
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'completedHtml', where: 'JSON of the survey' },
      { outcome: 'screenout', words: 'completedHtmlOnCondition', where: 'JSON of the survey' },
      { outcome: 'quota_full', words: 'completedHtmlOnCondition', where: 'JSON of the survey' },
      { outcome: 'fail', words: 'completedHtmlOnCondition', where: 'JSON of the survey' },
    ],
    unconfirmed: [],
    limits: [
      'Do not put the token into `navigateToUrl`: SurveyJS does not encode it. The tag carries it to the next page.',
    ],
  },
  {
    id: 'jspsych',
    name: 'jsPsych',
    class: 'script',
    surveyUrl: EXAMPLE,
    needs: [],
    settings: 'tag',
    file: 'vaultlink.js',
    placement: [...PLACEMENT, 'Keep the tag before the scripts of jsPsych.'],
    endings: [
      {
        title: 'The last trial shows the element',
        language: 'js',
        code: `const thanks = {
  type: jsPsychHtmlButtonResponse,
  stimulus: '<p>Thank you!</p><endlink-finish outcome="complete"></endlink-finish>',
  choices: ['Close'],
};`,
      },
      {
        title: 'An answer that does not qualify ends the experiment',
        language: 'js',
        code: `jsPsych.abortExperiment(
  '<p>You do not qualify.</p><endlink-finish outcome="screenout"></endlink-finish>',
);`,
      },
      {
        title: 'Or from code, after your data are saved',
        language: 'js',
        code: `const jsPsych = initJsPsych({
  on_finish: async () => {
    await saveData(jsPsych.data.get().json());
    (window.vaultlink ||= []).push((vaultlink) => vaultlink.report('complete'));
  },
});`,
      },
    ],
    outcomeWords: PANEL_WORDS,
    unconfirmed: [],
    limits: [
      '`saveData` is yours: wait until it has saved. A reported outcome cannot be taken back.',
    ],
  },
  {
    id: 'formio',
    name: 'Form.io',
    class: 'script',
    surveyUrl: EXAMPLE,
    needs: ['A page of your own that shows the form. A form on a portal of Form.io takes no tag.'],
    settings: 'tag',
    file: 'vaultlink.js',
    placement: [...PLACEMENT, 'Keep the tag before the scripts of Form.io.'],
    endings: [
      {
        title: 'After the submission has been saved',
        language: 'js',
        code: `Formio.createForm(document.getElementById('formio'), 'https://forms.example/survey').then((form) => {
  form.on('submitDone', (submission) => {
    const outcome = submission.data.drink === 'nothing' ? 'screenout' : 'complete';
    (window.vaultlink ||= []).push((vaultlink) => vaultlink.report(outcome));
  });
});`,
      },
      { ...ELEMENT, title: 'Or on a thank-you page of the same host: one of these lines' },
    ],
    outcomeWords: [
      { outcome: 'complete', words: 'submitDone', where: 'event of the form' },
      { outcome: 'screenout', words: 'an answer of the submission', where: 'submitDone' },
      { outcome: 'quota_full', words: 'an answer of your server', where: 'submitDone' },
      { outcome: 'fail', words: 'error', where: 'event of the form' },
    ],
    unconfirmed: [],
    limits: ['Report on `submitDone`, not on `submit`: the submission may still fail.'],
  },
];
