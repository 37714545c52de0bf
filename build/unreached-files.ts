/**
 * Finds what `dist/` holds for the build and the tests alone: modules that no entry of the package imports, and declarations that no entry names.
 * They are most of the declarations, since most modules are internal.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import type { PackageJson } from './published-package.ts';

/** Returns the paths of all modules and declarations in the folders of `dist/` that nobody reaches who installs the package. */
export function unreachedFiles({ exports, bin }: PackageJson): string[] {
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  const entries = [...targets, ...Object.values(bin)].flatMap((path) => globSync(normalize(path)));
  const reached = new Set(entries);
  // A set is iterated to its end, also where that is added meanwhile.
  for (const file of reached) for (const other of importsOf(file)) reached.add(other);
  return globSync('dist/*/**/*.{js,d.ts}')
    .filter((file) => !reached.has(file))
    .sort();
}

/** Returns the files that a module or a declaration imports by their paths. A declaration names others as modules. */
function importsOf(file: string): string[] {
  if (!/\.(js|ts)$/.test(file)) return [];
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(file), fileName))
    .map((path) => (file.endsWith('.d.ts') ? path.replace(/(\.d)?\.[jt]s$/, '.d.ts') : path))
    .filter((path) => existsSync(path));
}
