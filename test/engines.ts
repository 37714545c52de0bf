/**
 * Runs the elements and the flows in every engine that is installed: `npm run test:engines`, or in some: `npm run test:engines firefox,webkit`,
 * or one suite in them: `npm run test:engines firefox flows`. Says which engine is not installed, and ends with the line `N passed, N failed`.
 */
import { ENGINES, missingFor } from './support/engines.ts';
import type { Engine } from './support/engines.ts';
import { runSuites } from './support/run-suites.ts';
import type { Suite } from './support/run-suites.ts';

const [wanted, suite, ...parameters] = process.argv.slice(2);
const engines = (wanted?.split(',') as Engine[] | undefined) ?? ENGINES;
const suites: Suite[] = suite ? [suite as Suite] : ['elements', 'flows'];

const installed = engines.filter((engine) => {
  const missing = missingFor(engine);
  if (missing) console.log(`${missing} Nothing is tested in it.`);
  return !missing;
});
runSuites(
  installed.flatMap((engine) => suites.map((suite) => ({ suite, engine }))),
  parameters,
);
