/**
 * Everything: `npm run test:all`, or some suites by name: `npm run test:all site runtimes`. `npm run test:all -- --from "start pages"` goes on there.
 * A green run on a clean tree is written into `test/last-full-run.json`. Ends with the line `N passed, N failed`.
 */
import { parseArgs } from 'node:util';
import { writeProofs } from './runner/last-full-run.ts';
import { resetRecord } from './runner/record.ts';
import { summaryOf } from './runner/results.ts';
import { conclude, runSuites } from './runner/run-suites.ts';
import { isInner, SUITES } from './suites.ts';

const { positionals: names } = parseArgs({ allowPositionals: true });
const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
if (unknown.length) {
  console.error(`No suite is named ${unknown.join(', ')}. There are:`);
  for (const { name } of SUITES) console.error(`  ${name}`);
  process.exit(2);
}

resetRecord();
const suites = SUITES.filter(({ name }) => !names.length || names.includes(name));
const results = await runSuites(suites);
if (summaryOf(results).isGreen) writeProofs(suites.filter((suite) => !isInner(suite)));
conclude(results);
