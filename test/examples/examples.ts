import { readdirSync } from 'node:fs';

/** Where the examples of a backend in another server are. */
export const FOLDER = 'examples/backends';

/** Where the examples of survey tools are. */
export const TOOLS_FOLDER = 'examples/survey-tools';

/** The names of the examples of a backend. */
export const EXAMPLES = foldersIn(FOLDER);

/** The names of the folders in a folder. */
export function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
