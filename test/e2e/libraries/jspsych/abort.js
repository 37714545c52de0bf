// An answer that does not qualify ends the experiment early, with a page of its own.
import { outcomeOf, question } from './question.js';

const jsPsych = initJsPsych();
const screening = {
  ...question,
  on_finish: () => {
    if (outcomeOf(jsPsych) === 'screenout')
      jsPsych.abortExperiment(
        '<p>You do not qualify.</p><endlink-finish outcome="screenout"></endlink-finish>',
      );
  },
};
const thanks = {
  type: jsPsychHtmlButtonResponse,
  stimulus: '<p>Thank you!</p><endlink-finish outcome="complete"></endlink-finish>',
  choices: ['Close'],
};
jsPsych.run([screening, thanks]);
