/**
 * The rest of what `.ci/run` proves, after the check and `npm test`: what an engine can change, in Firefox and WebKitGTK, and the outer suites
 * that the changes concern. Prints how all of it ended, `npm test` included. `node test/submission.ts --plan` only says what would run.
 */
import { planOuter, readProofs } from './runner/last-full-run.ts';
import { appendRecords, readRecord } from './runner/record.ts';
import { judgeSuite, sumOf } from './runner/results.ts';
import type { Results } from './runner/results.ts';
import { conclude, innerSuitesIn, runSuites } from './runner/run-suites.ts';
import { isInner, SUITES } from './suites.ts';

/** How long a submission may take in all, in minutes. */
const MOST_MINUTES = 60;

const innerMinutes = SUITES.filter(isInner).reduce((sum, { minutes }) => sum + minutes, 0);
/** What installing, checking and building take. */
const OTHER_MINUTES = 5;

const plan = planOuter(SUITES, readProofs(), MOST_MINUTES - innerMinutes - OTHER_MINUTES);
console.log('\nOf the outer circle:');
for (const { name, minutes, outside } of plan.run)
  console.log(`  runs: ${name} (${minutes} min): ${outside?.reason}`);
for (const { suite, reason } of plan.leftOut) console.log(`  left out: ${suite.name}: ${reason}`);

if (!process.argv.includes('--plan')) {
  recordSteps(process.env.STEP_SECONDS ?? '');
  const before = ['build', ...innerSuitesIn(SUITES, 'chromium').map(({ name }) => name)].map(
    resultsBefore,
  );
  const rest = await runSuites([
    ...SUITES.filter((suite) => isInner(suite) && suite.engine !== 'chromium'),
    ...plan.run,
  ]);
  conclude(sumOf([...before, rest]));
}

/** What `npm test` has shown of a suite. A suite that left nothing did not run. */
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
