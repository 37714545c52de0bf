import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Name of the package that a specifier leads to; `undefined`: it leads to a file, or to Node itself. */
function packageOf(specifier: string): string | undefined {
  if (/^(\.|node:)/.test(specifier)) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

const known = new Map<string, readonly string[]>();

/** Returns the packages and modules that a module imports at run time, statically and dynamically. */
function specifiersIn(path: string): readonly string[] {
  const specifiers = known.get(path) ?? readSpecifiers(path);
  known.set(path, specifiers);
  return specifiers;
}

function readSpecifiers(path: string): string[] {
  const { outputText } = ts.transpileModule(readFileSync(path, 'utf8'), {
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  return ts.preProcessFile(outputText).importedFiles.map(({ fileName }) => fileName);
}

/** The packages that a module of `src` imports, itself or through others, with the first module that imports each. */
export function importedPackages(entry: string): Map<string, string> {
  const packages = new Map<string, string>();
  const modules = new Set([entry]);
  // A set is gone through with what is added meanwhile.
  for (const path of modules) {
    for (const specifier of specifiersIn(path)) {
      const name = packageOf(specifier);
      if (name && !packages.has(name)) packages.set(name, path);
      if (specifier.startsWith('.')) modules.add(join(dirname(path), specifier));
    }
  }
  return packages;
}
