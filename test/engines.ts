/**
 * Runs the elements and the flows in every engine that is installed: `npm run test:engines`, or in one: `npm run test:engines firefox`, or one
 * suite in it: `npm run test:engines firefox flows`. Says which engine is not installed, and ends with the line `N passed, N failed`.
 */
import { ENGINES, missingFor } from './support/engines.ts';
import type { Engine } from './support/engines.ts';
import { runSuites } from './support/run-suites.ts';
import type { Suite } from './support/run-suites.ts';

const [engine, suite, ...parameters] = process.argv.slice(2);
const engines = engine ? [engine as Engine] : ENGINES;
const suites: Suite[] = suite ? [suite as Suite] : ['elements', 'flows'];

const installed = engines.filter((one) => {
  const missing = missingFor(one);
  if (missing) console.log(missing);
  return !missing;
});
runSuites(
  installed.flatMap((one) => suites.map((of) => ({ suite: of, engine: one }))),
  parameters,
);
