import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { CONCERNS } from '../concerns.ts';
import { importersOf } from './import-graph.ts';

/** A test file that concerns a path, and why. */
export interface ChosenTest {
  file: string;
  reason: string;
}

const isTest = (file: string) => /^test\/.*\.(test|spec)\.ts$/.test(file);

/**
 * Chooses the tests that concern paths of this project: a test file itself, the mirrored test file or folder of a source, the tests of what
 * imports it, and what the table of concerns says.
 *
 * @param paths of files and folders, from the root of the project; a folder stands for its files
 * @returns each test file once, with the first reason
 * @throws Error where a path does not exist
 */
export function chooseTests(paths: readonly string[]): ChosenTest[] {
  const chosen = new Map<string, string>();
  for (const path of paths) {
    if (!existsSync(path)) throw new Error(`There is no ${path}.`);
    for (const file of filesUnder(path))
      for (const { file: test, reason } of testsOf(file))
        if (!chosen.has(test)) chosen.set(test, reason);
  }
  return [...chosen].map(([file, reason]) => ({ file, reason }));
}

const filesUnder = (path: string) =>
  statSync(path).isDirectory()
    ? globSync(`${path}/**/*`, { exclude: ['**/node_modules/**', '**/dist/**'] })
        .filter((file) => statSync(file).isFile())
        .sort()
    : [path];

function testsOf(file: string): ChosenTest[] {
  if (isTest(file)) return [{ file, reason: 'you named it' }];
  return [
    ...mirrorOf(file).map((test) => ({ file: test, reason: `mirrors ${file}` })),
    ...importersIn(file),
    ...concernsOf(file),
    ...readersOf(file),
  ];
}

/**
 * The tests that mirror a source: `seal.test.ts` and `seal-more.test.ts` for `seal.ts`. Where there are none, all of the mirrored folder, or
 * the tests with the name of the folder.
 */
function mirrorOf(file: string): string[] {
  if (!file.startsWith('src/')) return [];
  const own = ownMirrorOf(file);
  if (own.length) return own;
  const folder = dirname(file);
  const beside = globSync(`${mirrored(folder)}/*.test.ts`).sort();
  return beside.length || folder === 'src' ? beside : mirrorOf(folder);
}

/** The tests with the name of a source or folder. */
function ownMirrorOf(path: string): string[] {
  const name = join(mirrored(dirname(path)), basename(path).replace(/\.\w+$/, ''));
  return globSync([`${name}.test.ts`, `${name}[-.]*.test.ts`]).sort();
}

const mirrored = (folder: string) => folder.replace(/^src/, 'test');

/**
 * The tests that import a source, and the mirrors of the sources that import it. For a file of the tests: the tests that import it, through
 * others too.
 */
function importersIn(file: string): ChosenTest[] {
  const seen = new Set(importersOf(file));
  const found: ChosenTest[] = [];
  // A set is gone through with what is added meanwhile.
  for (const importer of seen) {
    if (isTest(importer)) found.push({ file: importer, reason: `imports ${file}` });
    else if (importer.startsWith('src/'))
      for (const test of ownMirrorOf(importer))
        found.push({ file: test, reason: `mirrors ${importer}, which imports ${file}` });
    else if (file.startsWith('test/')) for (const one of importersOf(importer)) seen.add(one);
  }
  // Flows are chosen by the table: what they import is mostly everything.
  return file.startsWith('src/') ? found.filter((one) => !one.file.endsWith('.spec.ts')) : found;
}

/** Returns the tests of the first row of the table that fits. */
function concernsOf(file: string): ChosenTest[] {
  const [pattern, tests = []] = CONCERNS.find(([one]) => matchesGlob(file, one)) ?? [];
  return tests.map((test) => ({ file: test, reason: `${pattern} in test/concerns.ts` }));
}

/** The tests that name a page or a file of data: they read it. */
function readersOf(file: string): ChosenTest[] {
  if (file.startsWith('src/') || file.startsWith('test/')) return [];
  return globSync('test/**/*.{test,spec}.ts')
    .filter((test) => readFileSync(test, 'utf8').includes(`'${file}'`))
    .sort()
    .map((test) => ({ file: test, reason: `reads ${file}` }));
}
