const DRINKS = ['Coffee', 'Nothing', 'Tea'];
const OUTCOMES = ['complete', 'screenout', 'quota_full'];

/** The question of all experiments here. */
export const question = {
  type: jsPsychHtmlButtonResponse,
  stimulus: '<p>What do you drink?</p>',
  choices: DRINKS,
  data: { name: 'drink' },
};

/** The outcome of the answer that was given last. */
export function outcomeOf(jsPsych) {
  const [answer] = jsPsych.data.get().filter({ name: 'drink' }).last(1).values();
  return OUTCOMES[answer.response];
}
