/**
 * The rest of what `.ci/run` proves, after the check and `npm test`: what an engine can change, in Firefox and WebKitGTK, and the outer suites
 * that the changes concern. Prints how all of it ended, `npm test` included. `node test/submission.ts --plan` only says what would run.
 */
import { planOuter, readProofs, slownessOf } from './runner/last-full-run.ts';
import type { Plan } from './runner/last-full-run.ts';
import { appendRecords, readRecord } from './runner/record.ts';
import { judgeSuite, sumOf } from './runner/results.ts';
import type { Results } from './runner/results.ts';
import { conclude, innerSuitesIn, runSuites } from './runner/run-suites.ts';
import { isInner, SUITES } from './suites.ts';

/** How long a submission may take in all, in minutes. */
const MAX_MINUTES = 60;

/** What installing, checking and building take on two quiet cores. */
const OTHER_MINUTES = 5;

const inner = SUITES.filter(isInner);

if (process.argv.includes('--plan')) {
  const plannedMinutes = inner.reduce((sum, { minutes }) => sum + minutes, OTHER_MINUTES);
  printPlan(planOuter(SUITES, readProofs(), MAX_MINUTES - plannedMinutes));
} else {
  recordSteps(process.env.STEP_SECONDS ?? '');
  const before = ['build', ...innerSuitesIn(SUITES, 'chromium').map(({ name }) => name)].map(
    resultsBefore,
  );
  const all = [...before, await runSuites(inner.filter(({ engine }) => engine !== 'chromium'))];
  // A machine that is slow today is slow with what follows as well.
  const slowness = slownessOf(inner, readRecord());
  const plan = planOuter(SUITES, readProofs(), (MAX_MINUTES - minutesSoFar()) / slowness);
  printPlan(plan);
  for (const suite of plan.run) {
    if (minutesSoFar() + suite.minutes * slowness <= MAX_MINUTES)
      all.push(await runSuites([suite]));
    else console.log(`\nLeft out: ${suite.name}: the suites before it took longer than planned`);
  }
  conclude(sumOf(all));
}

/** Returns the time for which `.ci/run` has run. */
function minutesSoFar(): number {
  return (Number(process.env.SECONDS_BEFORE ?? 0) + performance.now() / 1000) / 60;
}

function printPlan(plan: Plan): void {
  console.log('\nOf the outer circle:');
  for (const { name, minutes, outside } of plan.run)
    console.log(`  runs: ${name} (${minutes} min): ${outside?.reason}`);
  for (const { suite, reason } of plan.leftOut) console.log(`  left out: ${suite.name}: ${reason}`);
}

/** Reads the results of a suite from the record of `npm test`. A suite that left nothing did not run. */
function resultsBefore(name: string): Results {
  const results = judgeSuite(readRecord(), name);
  const { passed, failures, unsteady } = results;
  if (!passed && !unsteady.length && !failures.length) failures.push(`${name}: did not run`);
  return results;
}

/** Records what the steps before took. @param text such as `Install=23;Check=60;` */
function recordSteps(text: string): void {
  const steps = text.split(';').filter(Boolean);
  appendRecords(
    steps.map((step) => {
      const [name = '', seconds] = step.split('=');
      return { kind: 'step', name, seconds: Number(seconds) };
    }),
  );
}
