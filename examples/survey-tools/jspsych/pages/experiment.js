const drink = {
  type: jsPsychHtmlButtonResponse,
  stimulus: '<p>What do you drink?</p>',
  choices: ['Coffee', 'Tea', 'Nothing'],
  // Who does not qualify is done here.
  on_finish: ({ response }) => {
    const early = [undefined, 'quota_full', 'screenout'][response];
    if (early) end(early);
  },
};
const care = {
  type: jsPsychHtmlButtonResponse,
  stimulus: '<p>Please choose “Often”.</p>',
  choices: ['Never', 'Often'],
  on_finish: ({ response }) => end(response === 1 ? 'complete' : 'fail'),
};

let jsPsych;

function end(outcome) {
  jsPsych.data.addProperties({ outcome });
  jsPsych.abortExperiment();
}

/** Runs the experiment, saves its data and calls back with the outcome. */
export function run(atTheEnd) {
  jsPsych = initJsPsych({
    on_finish: async (data) => {
      await save(data.csv());
      const [{ outcome }] = data.values();
      atTheEnd(outcome, jsPsych);
    },
  });
  jsPsych.run([drink, care]);
}

/** Sends the data to your server. Whether that works or not, the seller is told that they are done. */
const save = (csv) => fetch('/answers', { method: 'POST', body: csv }).catch(console.error);
