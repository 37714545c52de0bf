/** The questions. `outcome` is calculated from the answers, and stored with them. */
export const survey = new Survey.Model({
  pages: [
    {
      elements: [
        {
          type: 'radiogroup',
          name: 'drink',
          title: 'What do you drink?',
          choices: ['Coffee', 'Tea', 'Nothing'],
          isRequired: true,
        },
      ],
    },
    {
      elements: [
        {
          type: 'radiogroup',
          name: 'care',
          title: 'Please choose “Often”',
          choices: ['Never', 'Often'],
          isRequired: true,
        },
      ],
    },
  ],
  // Who does not qualify is done after the first page.
  triggers: [{ type: 'complete', expression: "{drink} <> 'Coffee'" }],
  calculatedValues: [
    {
      name: 'outcome',
      expression:
        "iif({drink} = 'Nothing', 'screenout', iif({drink} = 'Tea', 'quota_full', iif({care} = 'Often', 'complete', 'fail')))",
      includeIntoResult: true,
    },
  ],
});

/** Keeps the answers over a reload, where the browser lets it: in a frame on another site it may not. */
const KEY = 'coffee-survey';
function save() {
  const { data, currentPageNo, state } = survey;
  try {
    if (state === 'completed') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify({ data, currentPageNo }));
  } catch {
    // A reload begins the survey again.
  }
}
function restore() {
  try {
    Object.assign(survey, JSON.parse(localStorage.getItem(KEY)));
  } catch {
    // There is nothing to restore.
  }
}
restore();
survey.onValueChanged.add(save);
survey.onCurrentPageChanged.add(save);
survey.onComplete.add(save);

export const render = () => survey.render(document.getElementById('survey'));
