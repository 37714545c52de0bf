import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Where imports are looked for. */
const PATTERN = '{build,demo,docs/site,src,test}/**/*.{ts,tsx,js,jsx,svelte}';
const EXCLUDE = ['**/node_modules/**', '**/dist/**'];

let importers: Map<string, Set<string>> | undefined;

/** Paths of the modules that import a module, types included: directly, not through others. The tree is read once. */
export function importersOf(file: string): string[] {
  importers ??= readImporters();
  return [...(importers.get(file) ?? [])];
}

function readImporters(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const importer of globSync(PATTERN, { exclude: EXCLUDE })) {
    for (const { fileName } of ts.preProcessFile(readFileSync(importer, 'utf8')).importedFiles) {
      const imported = resolveImport(importer, fileName);
      if (!imported) continue;
      const all = found.get(imported) ?? new Set();
      found.set(imported, all.add(importer));
    }
  }
  return found;
}

/** The path that a specifier leads to; nothing for a package. */
function resolveImport(importer: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = join(dirname(importer), specifier);
  return existsSync(path) ? path : undefined;
}
