// The buyer's own server decides on the outcome while the last trial is already shown.
import { question } from './question.js';

const jsPsych = initJsPsych();
const thanks = {
  type: jsPsychHtmlButtonResponse,
  stimulus: '<p>Thank you!</p><endlink-finish></endlink-finish>',
  choices: ['Start again'],
  on_load: async () => {
    const response = await fetch('/outcome');
    const { outcome } = await response.json();
    document.querySelector('endlink-finish').outcome = outcome;
  },
};
jsPsych.run([question, thanks]);
