/**
 * Lets grants expire in four processes that share a store, while answers are slow or lost and processes crash, and counts what is lost:
 * `npm run soak:grants`, with `--store sqlite`, `--grants 2000`, `--seed 1`. Ends with 1 where a goal is missed.
 */
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { figuresOf, missedGoals } from './soak-grants/goals.ts';
import { run } from './soak-grants/run.ts';
import { CALLERS, PROCESSES } from './soak-grants/setup.ts';
import { STORES } from './soak-grants/stores.ts';

const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    grants: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const grants = Number(values.grants);
const seed = Number(values.seed);
const stores = STORES.filter(({ name }) => values.store === undefined || values.store === name);
if (!stores.length || !(grants >= 1) || !Number.isSafeInteger(seed)) {
  console.error(`--store ${STORES.map(({ name }) => name).join(' | ')}, --grants N, --seed N`);
  process.exit(2);
}

const COLUMNS = [
  ['store', 10],
  ['a refresh revokes', 17],
  ['faults', 6],
  ['refreshes per expiry', 20],
  ['lost', 5],
  ['floor', 5],
  ['callers failed', 14],
  ['cut off', 7],
  ['seconds', 7],
] as const;

const row = (cells: readonly string[]) =>
  `| ${cells.map((cell, index) => cell.padStart(COLUMNS[index]?.[1] ?? 0)).join(' | ')} |`;

console.log(`${grants} grants, each expires once; ${PROCESSES} processes, ${CALLERS} callers each`);
console.log(`seed ${seed}\n`);
console.log(row(COLUMNS.map(([title]) => title)));
console.log(row(COLUMNS.map(([, width]) => '-'.repeat(width))));

const percent = (value: number) => `${value.toFixed(2)} %`;
// Shown on a terminal alone: elsewhere the rows tell enough.
const bar = new SingleBar({ format: '{value} of {total}', clearOnComplete: true });
let isMissed = false;
for (const store of stores) {
  if (store.missing) {
    console.log(`Not tried: ${store.missing}.`);
    if (values.store) process.exitCode = 1;
    continue;
  }
  for (const revokes of ['at once', 'on first use'] as const) {
    for (const hasFaults of [false, true]) {
      bar.start(grants, 0);
      const onProgress = (done: number) => bar.update(done);
      const result = await run({ store, revokes, grants, seed, hasFaults, onProgress });
      bar.stop();
      const figures = figuresOf(result);
      const { refreshesPerExpiry, lost, floor, failedPercent, cutOffPercent } = figures;
      const name = [store.name, revokes, hasFaults ? 'with' : 'none'];
      console.log(
        row([
          ...name,
          refreshesPerExpiry.toFixed(3),
          String(lost),
          String(floor),
          percent(failedPercent),
          percent(cutOffPercent),
          result.seconds.toFixed(1),
        ]),
      );
      for (const goal of missedGoals(result)) {
        console.log(`MISSED: ${goal}`);
        isMissed = true;
      }
    }
  }
}

if (isMissed) process.exitCode = 1;
else console.log('\nEvery goal that was tried is met.');
