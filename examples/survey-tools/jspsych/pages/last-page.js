// The last page holds the element. It tells the seller the result.
import { run } from './experiment.js';

run((outcome, jsPsych) => {
  jsPsych.getDisplayElement().innerHTML = `<h1>Thank you!</h1><endlink-finish outcome="${outcome}"></endlink-finish>`;
});
