/**
 * Thousands of sellers in a real browser, each with faults that chance has chosen, and a count of what was lost or doubled.
 *
 *     npm run soak -- [--runs 2000] [--minutes 40] [--seed S] [--engine chromium|firefox|webkit] [--run N]
 *
 * With `--run`, that one run of the seed is played again, and all that happens in it is told. What counts as lost or doubled: `soak/judge.ts`.
 * What a run is made of: `soak/plan.ts`. Ends with exit code 1 where anything was lost or doubled, or a run could not be judged.
 */
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { planOf } from './soak/plan.ts';
import type { Result } from './soak/run.ts';
import { journeyOf } from './soak/two-surveys/journey.ts';
import { ENGINES, isEngine } from './support/engines.ts';
import { createTable, isClean } from './soak/table.ts';
import { playAll } from './soak/workers.ts';

/** Of how many runs that are not clean everything is told. */
const TOLD_RUNS = 5;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '40' },
    // In a suite the seed of the commit, so that one that has passed passes again.
    seed: { type: 'string', default: process.env.FUZZ_SEED ?? `${Date.now() % 2 ** 31}` },
    engine: { type: 'string', default: 'chromium' },
    run: { type: 'string' },
  },
});

function count(name: 'runs' | 'minutes' | 'seed' | 'run', text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new TypeError(`--${name} is a whole number.`);
  return value;
}

const { engine } = values;
if (!isEngine(engine)) throw new TypeError(`--engine is ${ENGINES.join(', ')}.`);
const seed = count('seed', values.seed);
const minutes = count('minutes', values.minutes);
const again = values.run === undefined ? undefined : count('run', values.run);
const runs = again === undefined ? count('runs', values.runs) : 1;

const what = again === undefined ? `${runs} runs, ${minutes} minutes at most` : `run ${again}`;
console.log(`soak in ${engine}, seed ${seed}: ${what}`);

const startedMs = performance.now();
const bar = new SingleBar({
  format: '{value} of {total} runs, {bad} not clean, {duration_formatted}',
  ...{ noTTYOutput: true, notTTYSchedule: 30_000 },
});
const table = createTable();
let bad = 0;
let done = 0;
let replayed = 0;

/** All that happened in a run, and how to play it again. */
function tell(run: number, { plan, verdict, lines }: Result): void {
  console.log(`\nrun ${run}: ${plan.faults.join(', ') || 'no fault'}; ${inWords(plan)}`);
  for (const line of lines) console.log(`  ${line}`);
  console.log(`  ${verdict ? `${verdict.end} ${JSON.stringify(verdict.wrongs)}` : 'broken'}`);
  console.log(`  again: npm run soak -- --engine ${engine} --seed ${seed} --run ${run}\n`);
}

function inWords(plan: Result['plan']): string {
  if ('surveys' in plan) return `storage ${plan.storage}`;
  const { entry, way, outcome, hops } = plan;
  return [entry, way, outcome, `${hops} hops`].join(', ');
}

bar.start(runs, 0, { bad });
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
await playAll({
  engine,
  // Every third seller has two surveys. The rest needs what the stand-in for WebKit does not cover.
  plan: (run) =>
    run % 3 === 2 || engine === 'webkit' ? journeyOf(seed, run, engine) : planOf(seed, run),
  ...{ first: again ?? 0, count: runs },
  signal: AbortSignal.any([stop.signal, AbortSignal.timeout(minutes * 60_000)]),
  onResult(run, result) {
    table.add(result);
    const isBad = !isClean(result);
    bad += isBad ? 1 : 0;
    if (again !== undefined || (isBad && bad <= TOLD_RUNS)) tell(run, result);
    bar.update((done += 1), { bad });
  },
  onReplay(run, { lines }) {
    replayed += 1;
    console.log(`\nrun ${run} broke, and is played again: ${lines.at(-1)}`);
  },
});
bar.stop();

if (bad > TOLD_RUNS) console.log(`\nand ${bad - TOLD_RUNS} more that are not clean`);
console.log(`\n${table.text()}\n`);
if (done < runs) console.log(`Ended early: only ${done} of ${runs} runs were played.`);
const tookMinutes = ((performance.now() - startedMs) / 60_000).toFixed(1);
console.log(`${engine}, seed ${seed}: ${done} runs in ${tookMinutes} minutes, ${bad} not clean`);
if (replayed) console.log(`Played again, since the browser broke: ${replayed}`);
process.exit(bad ? 1 : 0);
