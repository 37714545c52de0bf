import { distanceBetween } from '../options/likely-name.ts';
import type { Tool, ToolClass } from './tool.ts';
import { CLOSED_FORMS } from './tools/closed-forms.ts';
import { FORM_BUILDERS } from './tools/form-builders.ts';
import { LIBRARIES } from './tools/libraries.ts';
import { SITES } from './tools/sites.ts';
import { SURVEY_SERVICES } from './tools/survey-services.ts';

/** All tools, by class. */
export const TOOLS: readonly Tool[] = [
  ...LIBRARIES,
  ...SITES,
  ...SURVEY_SERVICES,
  ...FORM_BUILDERS,
  ...CLOSED_FORMS,
];

/** Classes of tools in the order of display, with their meaning. */
export const TOOL_CLASSES: readonly { class: ToolClass; title: string; meaning: string }[] = [
  {
    class: 'script',
    title: 'Script on the page',
    meaning: 'The pages take the script tag. It keeps the token and reports the outcome.',
  },
  {
    class: 'redirect',
    title: 'Redirect at the end',
    meaning: 'The tool keeps the token, and redirects to one of four addresses at the end.',
  },
  {
    class: 'neither',
    title: 'Neither script nor redirect',
    meaning:
      'A page of your own keeps the token while the form is answered, and a second one reports.',
  },
];

/** Returns the tool with this id or name. Letter case, spaces and hyphens do not matter. */
export function findTool(text: string): Tool | undefined {
  const wanted = plain(text);
  return TOOLS.find(({ id, name }) => plain(id) === wanted || plain(name) === wanted);
}

/** Returns the ids of the tools whose names are most like `text`, the nearest first; empty if none is. */
export function toolsLike(text: string): readonly string[] {
  const wanted = plain(text);
  if (!wanted) return [];
  const distances = TOOLS.map(({ id, name }) => ({
    id,
    distance: plain(id).includes(wanted)
      ? 0
      : Math.min(distanceBetween(plain(id), wanted), distanceBetween(plain(name), wanted)),
  }));
  return distances
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 3))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ id }) => id);
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
