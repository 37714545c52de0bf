// The experiment reports at its end, and leaves for another page in the same moment.
import { outcomeOf, question } from './question.js';

const jsPsych = initJsPsych({
  on_finish: () => {
    window.vaultlink.report(outcomeOf(jsPsych));
    window.location = '/thanks';
  },
});
jsPsych.run([question]);
