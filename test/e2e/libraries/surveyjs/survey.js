/** The outcome of each answer. */
export const OUTCOME_OF = { Coffee: 'complete', Nothing: 'screenout', Tea: 'quota_full' };

/** Shows a survey of one question, and lets the button of the page start it again. */
export function showSurvey(settings) {
  const drink = {
    type: 'radiogroup',
    name: 'drink',
    title: 'What do you drink?',
    choices: Object.keys(OUTCOME_OF),
  };
  const survey = new Survey.Model({ elements: [drink], ...settings });
  survey.render(document.getElementById('surveyContainer'));
  document.getElementById('again').addEventListener('click', () => survey.clear());
  return survey;
}
