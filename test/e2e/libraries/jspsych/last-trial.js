// The last trial shows the element. Its button starts the experiment again.
import { outcomeOf, question } from './question.js';

const jsPsych = initJsPsych();
const thanks = {
  type: jsPsychHtmlButtonResponse,
  stimulus: () =>
    `<p>Thank you!</p><endlink-finish outcome="${outcomeOf(jsPsych)}"></endlink-finish>`,
  choices: ['Start again'],
};
jsPsych.run([{ timeline: [question, thanks], loop_function: () => true }]);
