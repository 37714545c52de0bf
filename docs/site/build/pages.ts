import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The root of the repository, where npm runs its scripts. A built page has no folder of its own to count from. */
export const REPOSITORY = process.cwd();

/** Pages from outside `docs/`, to which its pages link. */
const ROOT_PAGES = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'demo/faults.md',
];

/** A Markdown file that is a page of the site. */
export interface Page {
  /** The file, from the root of the repository. */
  path: string;
  /** The page's address without slashes around it; `''` is the home page. */
  id: string;
  title: string;
  description: string;
}

/** Ids and titles of the pages that are components below `src/pages`. */
const COMPONENT_PAGES: Record<string, string> = {
  playground: 'Playground',
  'recipes/generator': 'Recipe generator',
  'recipes/check': 'Address checker',
};

/** The pages that are components, and exist. */
export const componentPages = () =>
  Object.entries(COMPONENT_PAGES)
    .filter(([id]) =>
      [`${id}.astro`, `${id}/index.astro`].some((file) =>
        existsSync(join(REPOSITORY, 'docs/site/src/pages', file)),
      ),
    )
    .map(([id, title]) => ({ id, title }));

/**
 * All Markdown pages, sorted by their file. Where a component has the same address, the site shows the component, and the Markdown is for those who
 * read it in the package.
 */
export function readPages(): Page[] {
  const components = new Set(componentPages().map(({ id }) => id));
  return [...ROOT_PAGES, ...markdownIn('docs')]
    .sort()
    .filter((path) => !components.has(idOf(path)))
    .map((path) => {
      const { title, description } = readHead(readFileSync(join(REPOSITORY, path), 'utf8'));
      return { path, id: idOf(path), title: title ?? path, description };
    });
}

/** The Markdown files below a folder, without those of the site itself. */
function markdownIn(folder: string): string[] {
  return readdirSync(join(REPOSITORY, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return path === 'docs/site' ? [] : markdownIn(path);
    return path.endsWith('.md') ? [path] : [];
  });
}

/** The address of a Markdown file's page: `docs/recipes/index.md` is `recipes`, `CHANGELOG.md` is `changelog`. */
export function idOf(path: string): string {
  return path
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/(^|\/)index$/, '')
    .toLowerCase();
}

/** What the first lines of a Markdown file say about it. */
export interface Head {
  /** Text of the first heading; `undefined` where the file begins otherwise. */
  title: string | undefined;
  /** Text of the first paragraph, at most as long as search engines show. */
  description: string;
  /** The Markdown below the first heading. */
  body: string;
  /** The Markdown below the first paragraph. */
  rest: string;
}

/** Reads the first heading and the first paragraph. */
export function readHead(markdown: string): Head {
  const [heading = '', title] = /^\s*# (.+)\n+/.exec(markdown) ?? [];
  const body = markdown.slice(heading.length);
  const blocks = body.split(/\n{2,}/);
  const at = blocks.findIndex((block) => /^[A-Za-z`*[“"]/.test(block));
  return {
    title: title && textOf(title),
    description: shorten(textOf(blocks[at] ?? '')),
    body,
    rest: blocks.slice(at + 1).join('\n\n'),
  };
}

/** The text of inline Markdown. */
function textOf(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const DESCRIPTION_LENGTH = 160;

/** The first sentences that fit, or else the first words. */
function shorten(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text.replace(/:$/, '.');
  const start = text.slice(0, DESCRIPTION_LENGTH);
  const sentences = start.slice(0, start.lastIndexOf('. ') + 1);
  if (sentences.length > 50) return sentences;
  return `${start.slice(0, start.lastIndexOf(' ')).replace(/[,;:]$/, '')}…`;
}
