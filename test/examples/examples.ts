import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Where the examples of a backend in another server are. */
export const FOLDER = 'examples/backends';

/** Where the examples of survey tools are. */
export const TOOLS_FOLDER = 'examples/survey-tools';

/** The names of the examples of a backend. */
export const EXAMPLES = foldersIn(FOLDER);

/** The page about the backend in each server that has no page of its own. */
const SHARED_PAGE = 'docs/backends/index.md';

/** Returns the Markdown about an example of a backend: its own page, or the shared page without the sections about other examples. */
export function pageAbout(name: string): string {
  const page = `docs/backends/${name}.md`;
  if (existsSync(page)) return readFileSync(page, 'utf8');
  return readFileSync(SHARED_PAGE, 'utf8')
    .split(/^(?=## )/m)
    .filter((section) => [name, undefined].includes(exampleIn(section)))
    .join('');
}

/** Returns the name of the example that a section links to. */
const exampleIn = (section: string) =>
  /\]\(\.\.\/\.\.\/examples\/backends\/([\w-]+)\)/.exec(section)?.[1];

/** The names of the folders in a folder. */
export function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
