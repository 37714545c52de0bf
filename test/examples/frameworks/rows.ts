import { foldersIn } from '../examples.ts';
import type { Mode } from '../visit.ts';

/** Where the examples of frameworks are. */
export const FOLDER = 'examples/frameworks';

/** An example, and how it is run. */
export interface Row {
  name: string;
  modes: readonly Mode[];
  /** Whether each link loads another document, as on plain pages. */
  hasDocuments?: (mode: Mode) => boolean;
  /** Whether the server sends the elements in the HTML of a page. */
  isRenderedOnServer: boolean;
}

const PRODUCTION: Mode = { title: 'its production build', script: 'start' };
const DEVELOPMENT: Mode = { title: 'its development server', script: 'dev' };
const BOTH = [PRODUCTION, DEVELOPMENT];

const PAGES: Mode = { title: 'its pages with the script tag', script: 'start' };
const MODULES: Mode = { title: 'its modules with an import map', script: 'start:modules' };

/** Every example. */
const ROWS: readonly Row[] = [
  {
    name: 'html',
    modes: [PAGES, MODULES],
    hasDocuments: (mode) => mode === PAGES,
    isRenderedOnServer: false,
  },
  { name: 'react', modes: BOTH, isRenderedOnServer: false },
  { name: 'vue', modes: BOTH, isRenderedOnServer: false },
  { name: 'svelte', modes: BOTH, isRenderedOnServer: false },
  { name: 'solid', modes: BOTH, isRenderedOnServer: false },
  { name: 'angular', modes: BOTH, isRenderedOnServer: false },
  { name: 'next', modes: BOTH, isRenderedOnServer: true },
  { name: 'react-router', modes: BOTH, isRenderedOnServer: true },
  { name: 'sveltekit', modes: BOTH, isRenderedOnServer: true },
  { name: 'nuxt', modes: BOTH, isRenderedOnServer: true },
];

/** What each run of all tests has time for: a page without a bundler, and one framework of each kind, as they are deployed. */
const FEW: readonly Row[] = ROWS.filter(({ name }) =>
  ['html', 'react', 'vue', 'next'].includes(name),
).map((row) => ({ ...row, modes: row.modes.filter((mode) => mode !== DEVELOPMENT) }));

/**
 * The examples to run.
 *
 * @param wanted names between spaces, `all`, or nothing for a few
 * @throws Error where one does not exist
 */
export function chosenRows(wanted = ''): readonly Row[] {
  const names = wanted.split(' ').filter((name) => name !== '');
  if (!names.length) return FEW;
  if (names.includes('all')) return ROWS;
  return names.map((name) => {
    const row = ROWS.find((one) => one.name === name);
    if (!row) {
      const known = ROWS.map((one) => one.name).join(', ');
      throw new Error(`There is no example "${name}". There are: ${known}.`);
    }
    return row;
  });
}

/** The names of the folders that no row is for, and of the rows that have no folder. */
export function unmatchedNames(): readonly string[] {
  const folders = foldersIn(FOLDER);
  const names = ROWS.map(({ name }) => name);
  return [
    ...folders.filter((name) => !names.includes(name)),
    ...names.filter((name) => !folders.includes(name)),
  ];
}
