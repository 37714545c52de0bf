import { foldersIn } from '../examples.ts';
import { FORMIO_WALKS } from './formio.ts';
import { JSPSYCH_WALKS } from './jspsych.ts';
import { SURVEYJS_WALKS } from './surveyjs.ts';
import type { ToolWalk } from './tool-visit.ts';
import { WIZARD_WALKS } from './wizard.ts';

/** Where the examples of survey tools are. */
export const TOOLS_FOLDER = 'examples/survey-tools';

/** An example, and what is done with it. */
export interface Tool {
  name: string;
  walks: readonly ToolWalk[];
}

/** Every example. */
const TOOLS: readonly Tool[] = [
  { name: 'surveyjs', walks: SURVEYJS_WALKS },
  { name: 'jspsych', walks: JSPSYCH_WALKS },
  { name: 'formio', walks: FORMIO_WALKS },
  { name: 'wizard', walks: WIZARD_WALKS },
];

/**
 * The examples to try.
 *
 * @param wanted names between spaces; nothing: all
 * @throws Error where one does not exist
 */
export function chosenTools(wanted = ''): readonly Tool[] {
  const names = wanted.split(' ').filter((name) => name !== '');
  if (!names.length) return TOOLS;
  return names.map((name) => {
    const tool = TOOLS.find((one) => one.name === name);
    if (!tool) throw new Error(`There is no example "${name}" of a survey tool.`);
    return tool;
  });
}

/** The names of the folders that nothing is done with, and of the tools that have no folder. */
export function unmatchedTools(): readonly string[] {
  const folders = foldersIn(TOOLS_FOLDER);
  const names = TOOLS.map(({ name }) => name);
  return [
    ...folders.filter((name) => !names.includes(name)),
    ...names.filter((name) => !folders.includes(name)),
  ];
}
