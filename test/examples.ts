/**
 * Runs the examples of frameworks: `npm run test:examples` a few, `npm run test:examples all` every one, in development and in production, and
 * `npm run test:examples react next` those. Ends with the line `N passed, N failed`.
 */
import { runSuites } from './support/run-suites.ts';

process.env.EXAMPLES = process.argv.slice(2).join(' ');
const files = ['test/examples/frameworks.test.ts'];
runSuites([{ suite: 'node', engine: 'chromium', files }], []);
