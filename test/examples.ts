/**
 * Runs the examples of frameworks and survey tools: `npm run test:examples` a few frameworks and every tool, `npm run test:examples all` every one, in
 * development and in production, and `npm run test:examples react surveyjs` those. Ends with the line `N passed, N failed`.
 */
import { foldersIn, TOOLS_FOLDER } from './examples/examples.ts';
import { resetRecord } from './runner/record.ts';
import { conclude, runSuites } from './runner/run-suites.ts';
import { SUITES } from './suites.ts';

const names = process.argv.slice(2);
const toolNames = foldersIn(TOOLS_FOLDER);
const tools = names.filter((name) => toolNames.includes(name));
const frameworks = names.filter((name) => !toolNames.includes(name));
process.env.EXAMPLES = frameworks.join(' ');
process.env.SURVEY_TOOLS = tools.join(' ');

const isAll = !names.length || names.includes('all');
const files = [
  ...(isAll || frameworks.length ? ['test/examples/frameworks.test.ts'] : []),
  ...(isAll || tools.length ? ['test/examples/survey-tools.test.ts'] : []),
];
resetRecord();
const suites = SUITES.filter(({ name }) => name === 'examples');
conclude(await runSuites(suites.map((suite) => ({ ...suite, files }))));
