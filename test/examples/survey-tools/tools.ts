import { foldersIn, TOOLS_FOLDER } from '../examples.ts';
import { FORMIO_WALKS } from './formio.ts';
import { GOOGLE_FORMS_WALKS } from './google-forms-like.ts';
import { JSPSYCH_WALKS } from './jspsych.ts';
import { REDIRECTING_TOOL_WALKS } from './redirecting-tool.ts';
import { SCRIPT_OPTIMISER_WALKS } from './script-optimiser.ts';
import { SURVEYJS_WALKS } from './surveyjs.ts';
import { TAG_MANAGER_WALKS } from './tag-manager.ts';
import type { ToolWalk } from './tool-visit.ts';
import { WIZARD_WALKS } from './wizard.ts';

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
  { name: 'tag-manager', walks: TAG_MANAGER_WALKS },
  { name: 'script-optimiser', walks: SCRIPT_OPTIMISER_WALKS },
  { name: 'redirecting-tool', walks: REDIRECTING_TOOL_WALKS },
  { name: 'google-forms-like', walks: GOOGLE_FORMS_WALKS },
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
