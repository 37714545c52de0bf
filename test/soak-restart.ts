/**
 * Restarts and kills two replicas of `vaultlink serve` behind nginx while users need them, and counts the requests that fail.
 *
 *     npm run soak:restart -- [--restarts 20] [--kills 5] [--rate 300] [--store postgres|redis|both] [--seed N]
 *
 * nginx has the configuration of docs/operation.md. What counts as a failure: `soak-restart/judge.ts`. Ends with 1 where a request failed that a
 * restart must not hurt. `VAULTLINK_DRAIN_MS=0 npm run soak:restart` shows failures.
 */
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { STORES } from './soak-grants/stores.ts';
import { proxyIsMissing } from './soak-restart/proxy.ts';
import { run } from './soak-restart/run.ts';
import type { RunResult } from './soak-restart/run.ts';

const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '20' },
    kills: { type: 'string', default: '5' },
    rate: { type: 'string', default: '300' },
    store: { type: 'string', default: 'both' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const [restarts, kills, rate, seed] = [values.restarts, values.kills, values.rate, values.seed].map(
  Number,
) as [number, number, number, number];
const stores = STORES.filter(
  ({ name }) => name !== 'sqlite' && (values.store === 'both' || values.store === name),
);
if (!stores.length || !(rate > 0) || ![restarts, kills, seed].every(Number.isSafeInteger)) {
  console.error('--restarts N, --kills N, --rate N, --store postgres | redis | both, --seed N');
  process.exit(2);
}

/** Of how many failures everything is told. */
const TOLD_FAILURES = 50;

const { VAULTLINK_DRAIN_MS: drainMs } = process.env;
console.log(
  `${restarts} rolling restarts of two replicas, ${kills} kills, ${rate} requests a second, seed ${seed}` +
    (drainMs === undefined ? '' : `, VAULTLINK_DRAIN_MS=${drainMs}`),
);

const bar = new SingleBar({
  format: '{value} of {total} restarts and kills, {duration_formatted}',
  clearOnComplete: true,
  ...{ noTTYOutput: true, notTTYSchedule: 30_000 },
});
for (const store of stores) {
  const missing = store.missing || proxyIsMissing;
  if (missing) {
    console.log(`Not tried on ${store.name}: ${missing}.`);
    process.exitCode = 1;
    continue;
  }
  bar.start(restarts + kills, 0);
  const variables = drainMs === undefined ? {} : { VAULTLINK_DRAIN_MS: drainMs };
  const onProgress = (done: number) => bar.update(done);
  const result = await run({ store, restarts, kills, rate, seed, variables, onProgress });
  bar.stop();
  print(store.name, result);
  if (result.mistakes.length) process.exitCode = 1;
}
console.log(process.exitCode ? '\nNot every goal is met.' : '\nEvery goal is met.');

function print(store: string, result: RunResult): void {
  const { requests, mistakes, cutByKill } = result;
  console.log(
    `\n${store}: ${requests.length} requests in ${result.seconds.toFixed(0)} s, ${result.rate.toFixed(0)} a second`,
  );
  const counts = Map.groupBy(requests, ({ kind, result: answer }) => `${kind} ${answer}`);
  for (const [answer, { length }] of [...counts].sort()) console.log(`  ${answer}: ${length}`);
  console.log(`  answered by a replica after SIGTERM: ${result.answeredWhileDraining}`);
  console.log(`  sent to the other replica by nginx: ${result.sentElsewhere}`);
  console.log(`  cut by a kill, in flight on that replica: ${cutByKill.length}`);
  console.log(`  met the moment at which a replica stopped listening: ${result.atClosing.length}`);
  console.log(`  failed for another reason, lost or doubled: ${mistakes.length}`);
  for (const mistake of mistakes.slice(0, TOLD_FAILURES)) console.log(`MISSED: ${mistake}`);
}
