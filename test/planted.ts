/**
 * Makes small mistakes on purpose, one at a time, in a copy of this commit, and says which of them the tests catch: `npm run test:planted`, or some:
 * `npm run test:planted endlink stores/expired-lease`. `npm run test:planted -- --commit C` makes them in another commit. A fault is caught by a
 * test file that fails with it and passes without it. Ends with exit code 1 where one escapes that was caught before: a patch with the line `Escapes:` says
 * that it never was.
 */
import { parseArgs } from 'node:util';
import { readFaults } from './planted/faults.ts';
import { tryFault } from './planted/try-fault.ts';
import type { Trial } from './planted/try-fault.ts';
import { createWorktree } from './planted/worktree.ts';

const { values, positionals } = parseArgs({
  options: { commit: { type: 'string', default: 'HEAD' } },
  allowPositionals: true,
});
const faults = readFaults().filter(
  ({ name, room }) =>
    !positionals.length || positionals.includes(name) || positionals.includes(room),
);

const worktree = createWorktree(values.commit);
const trials: Trial[] = [];
try {
  for (const fault of faults) {
    const trial = tryFault(fault, worktree);
    trials.push(trial);
    const { caughtBy, seconds } = trial;
    console.log(
      `${String(trials.length).padStart(2)}/${faults.length}  ${fault.name}: ` +
        `${caughtBy ? `caught by ${caughtBy}` : `${fault.escapes ? 'escapes, as before' : 'ESCAPED'}. ${fault.rule}`} (${seconds.toFixed(0)} s)`,
    );
  }
} finally {
  worktree.remove();
}

console.log();
for (const [room, all = []] of Map.groupBy(trials, ({ fault }) => fault.room))
  console.log(`${room}: ${caught(all)} of ${all.length}`);
console.log(`\n${caught(trials)} of ${trials.length} planted faults are caught.`);
for (const { fault } of trials.filter((one) => one.caughtBy && one.fault.escapes))
  console.log(`${fault.name} is caught now: take its line "Escapes:" away.`);
const news = trials.filter(({ caughtBy, fault }) => !caughtBy && !fault.escapes);
if (!trials.length || news.length) process.exitCode = 1;

function caught(all: readonly Trial[]): number {
  return all.filter(({ caughtBy }) => caughtBy).length;
}
