import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { REPOSITORY } from './pages.ts';

/** The folders whose folders are examples. */
const GROUPS = ['backends', 'frameworks', 'survey-tools'];

/** What an example's folder holds once it was installed, built or run. */
const MADE = /^(node_modules|dist|build|package-lock\.json|\..*|.*\.db.*)$/;

/** A file of an example. */
export interface ExampleFile {
  /** From the folder of the example. */
  path: string;
  text: string;
  language: string;
}

/** The folders of all examples, from the root of the repository. */
export function exampleFolders(): string[] {
  return GROUPS.flatMap((group) => {
    const folder = posix.join('examples', group);
    return entriesOf(folder)
      .filter((entry) => entry.isDirectory())
      .map((entry) => posix.join(folder, entry.name));
  });
}

/** The folders that hold examples, and the one that holds them. */
export const listFolders = () => [
  'examples',
  ...new Set(exampleFolders().map((folder) => posix.dirname(folder))),
];

/** The example that a path belongs to, or the folder that lists those of its kind. A file beside the examples is explained by that list. */
export function exampleOf(path: string): string | undefined {
  const folders = [...listFolders(), ...exampleFolders()];
  return folders.findLast((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** The files of an example, those of its own folder first. Of a folder that lists examples, its own files alone. */
export function filesOf(example: string): ExampleFile[] {
  return pathsIn(example, !listFolders().includes(example))
    .map((path) => posix.relative(example, path))
    .sort((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b))
    .map((path) => ({
      path,
      text: readFileSync(join(REPOSITORY, example, path), 'utf8'),
      language: languageOf(path),
    }));
}

/** The README explains the other files, so it comes first. */
const rankOf = (path: string) => (path === 'README.md' ? 0 : path.split('/').length);

/** The anchor of a file on the page of its example. */
export const fileAnchor = (path: string) =>
  path
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function entriesOf(folder: string) {
  try {
    return readdirSync(join(REPOSITORY, folder), { withFileTypes: true });
  } catch {
    return [];
  }
}

function pathsIn(folder: string, isDeep: boolean): string[] {
  return entriesOf(folder)
    .filter(({ name }) => !MADE.test(name) || name === '.npmrc')
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (!entry.isDirectory()) return [path];
      return isDeep ? pathsIn(path, true) : [];
    });
}

/** Languages whose files do not end in their name. */
const LANGUAGES: Record<string, string> = { mjs: 'js', cjs: 'js', npmrc: 'ini', env: 'ini' };
const KNOWN = [
  'html',
  'css',
  'js',
  'jsx',
  'ts',
  'tsx',
  'json',
  'vue',
  'svelte',
  'md',
  'yaml',
  'py',
];

function languageOf(path: string): string {
  const extension = (extname(path) || path).slice(1);
  const language = LANGUAGES[extension] ?? extension;
  return KNOWN.includes(language) || language === 'ini' ? language : 'text';
}
