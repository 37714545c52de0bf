import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Where the examples of a backend in another server are. */
export const FOLDER = 'examples/backends';

/** Where the examples of survey tools are. */
export const TOOLS_FOLDER = 'examples/survey-tools';

/** The names of the examples of a backend. */
export const EXAMPLES = foldersIn(FOLDER);

/** The page about the backend in each server that has no page of its own. */
const SHARED_PAGE = 'docs/backends/index.md';

/** The heading in the page about a framework that has a server, above what its page says of the backend. */
const BACKEND_HEADING = '\n## The backend in the same server\n';

/** Returns the Markdown about an example of a framework; empty if there is none. */
export const pageAboutFramework = (name: string) => partsOf(name)[0];

/** Returns the two parts of the page about a framework: the pages, and the backend in the same server. */
function partsOf(name: string): readonly [string, string | undefined] {
  const page = `docs/frameworks/${name}.md`;
  const [pages = '', backend] = existsSync(page)
    ? readFileSync(page, 'utf8').split(BACKEND_HEADING)
    : [];
  return [pages, backend];
}

/** Returns the Markdown about an example of a backend: its part of a page about a framework, or the shared page without the sections about other examples. */
export function pageAbout(name: string): string {
  const [, backend] = partsOf(name);
  if (backend !== undefined) return backend;
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
