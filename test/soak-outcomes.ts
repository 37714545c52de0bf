/**
 * Lets sellers report through two processes that share a store, while the service is away for twenty minutes of simulated time, answers are lost,
 * processes die and clocks jump: `npm run soak:outcomes`, with `--store sqlite`, `--outcomes 2000`, `--seed 1`. Ends with 1 where a goal is missed.
 */
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { figuresOf, missedGoals } from './soak-outcomes/judge.ts';
import { playOutcomes } from './soak-outcomes/play.ts';
import { STORES } from './soak-outcomes/stores.ts';

const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    outcomes: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const outcomes = Number(values.outcomes);
const seed = Number(values.seed);
const stores = STORES.filter(({ name }) => values.store === undefined || values.store === name);
if (!stores.length || !(outcomes >= 1) || !Number.isSafeInteger(seed)) {
  console.error(`--store ${STORES.map(({ name }) => name).join(' | ')}, --outcomes N, --seed N`);
  process.exit(2);
}
console.log(`${outcomes} outcomes, two processes, the service away for 20 minutes; seed ${seed}`);
// Shown on a terminal alone: elsewhere the lines tell enough.
const bar = new SingleBar({ format: '{value} of {total}', clearOnComplete: true });
let isMissed = false;
for (const { name, missing, start } of stores) {
  if (missing) {
    console.log(`${name}: not tried: ${missing}.`);
    if (values.store) process.exitCode = 1;
    continue;
  }
  const started = await start();
  bar.start(outcomes, 0);
  const played = await playOutcomes(started.open, {
    ...{ outcomes, seed },
    onProgress: (done) => bar.update(done),
  });
  bar.stop();
  await started.close();
  const figures = figuresOf(played);
  const { promised, lost, wrong, unsettled, misjudged, probablyRecorded } = figures;
  const { deaths, clockSteps, requests, minutes } = played;
  console.log(
    `${name}: ${promised} accepted, ${lost} lost, ${wrong} of another outcome, ${unsettled} not settled, ${misjudged} misjudged; ` +
      `${probablyRecorded} probably recorded, ${requests} requests, ${deaths} processes died, ${clockSteps} clocks jumped, ${minutes.toFixed(0)} minutes`,
  );
  for (const goal of missedGoals(figures)) {
    console.log(`MISSED: ${goal}`);
    isMissed = true;
  }
}
if (isMissed) process.exitCode = 1;
else console.log('Every goal that was tried is met.');
