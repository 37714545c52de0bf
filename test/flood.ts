/**
 * Floods one `vaultlink serve` with calls of strangers while a user works, and measures store, memory, log and the user's waiting time.
 *
 *     npm run soak:flood -- [--store sqlite|redis|postgres] [--calls 100000]
 *
 * One flood begins to connect browsers, the other sends junk: `--calls` of each. Ends with 1 where a goal of `flood/goals.ts` is missed.
 */
import { parseArgs } from 'node:util';
import { megabytes, missedGoals } from './flood/goals.ts';
import { run } from './flood/run.ts';
import { STORES } from './soak-grants/stores.ts';

const { values } = parseArgs({
  options: { store: { type: 'string' }, calls: { type: 'string', default: '100000' } },
});
const calls = Number(values.calls);
const stores = STORES.filter(({ name }) => values.store === undefined || values.store === name);
if (!stores.length || !(calls >= 1)) {
  console.error(`--store ${STORES.map(({ name }) => name).join(' | ')}, --calls N`);
  process.exit(2);
}

const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name === '0' ? 'not answered' : name}: ${count}`)
    .join(', ');

console.log(`${calls} times GET /vault/connect, ${calls} junk calls`);
for (const store of stores) {
  if (store.missing) {
    console.log(`\nNot tried: ${store.missing}.`);
    if (values.store) process.exitCode = 1;
    continue;
  }
  const result = await run(store, calls);
  const { before, after, answers, quiet, flooded, logBytes } = result;
  const waits = (kind: 'session' | 'push') =>
    `${quiet[kind].toFixed(1)} ms quiet, ${flooded[kind].toFixed(1)} ms in the flood, ${(flooded[kind] / quiet[kind]).toFixed(1)} times`;
  console.log(`
${store.name}: ${result.floodSeconds.toFixed(0)} s
  answers to connect: ${list(answers.connect)}
  answers to junk: ${list(answers.junk)}
  store: ${before.entries} entries, then ${after.entries}; ${megabytes(before.bytes)}, then ${megabytes(after.bytes)}
  memory: ${megabytes(result.peakBytes)} at most
  calls that reached the service: ${result.serviceCalls}
  log: ${megabytes(logBytes)}, ${(logBytes / (2 * calls)).toFixed(0)} bytes a call
  p99 of a session check: ${waits('session')}
  p99 of a push: ${waits('push')}`);
  for (const goal of missedGoals(result)) {
    console.log(`MISSED: ${goal}`);
    process.exitCode = 1;
  }
}
console.log(process.exitCode ? '\nNot every goal is met.' : '\nEvery goal that was tried is met.');
