/**
 * Finds the modules that no entry of the package imports, and the declarations that no declaration of an entry imports. The build and the tests need
 * them; a user cannot import them. Most declarations are among them, since most modules are internal.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import type { PackageJson } from './published-package.ts';

/** Returns the paths of the modules and declarations in the folders of `dist/` that no entry and no command of the package imports. */
export function unreachedFiles({ exports, bin }: PackageJson): string[] {
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  const entries = [...targets, ...Object.values(bin)].flatMap((path) => globSync(normalize(path)));
  const reached = new Set(entries);
  // The loop also visits what is added to the set while it runs.
  for (const file of reached) for (const other of importsOf(file)) reached.add(other);
  return globSync('dist/*/**/*.{js,d.ts}')
    .filter((file) => !reached.has(file))
    .sort();
}

/** Returns the files that a module or a declaration imports by a relative path. A declaration names the module of another declaration. */
function importsOf(file: string): string[] {
  if (!/\.(js|ts)$/.test(file)) return [];
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(file), fileName))
    .map((path) => (file.endsWith('.d.ts') ? path.replace(/(\.d)?\.[jt]s$/, '.d.ts') : path))
    .filter((path) => existsSync(path));
}
