import { existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** An import or a re-export of values, also in a file that was made small. */
const IMPORT =
  /(?<![\w.$])(?:import|export)\b(?!\s+type\b)\s*(?:[\w*${}\s,]*?\bfrom\s*)?["']([^"']+)["']/g;

/**
 * Returns the ES modules of other packages that entries of the source load, directly or through each other. A CommonJS file of a package is not among
 * them, and is taken where a package has both, as Jest does.
 *
 * @param entries paths below `src` without their ending
 */
export function modulesBehind(entries: readonly string[]): string[] {
  const seen = new Set<string>();
  const waiting = entries.map((entry) => resolve('src', `${entry}.ts`));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const resolveFrom = createRequire(file).resolve;
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      if (isBuiltin(name)) continue;
      const imported = name.startsWith('.') ? resolve(dirname(file), name) : resolveFrom(name);
      if (imported.endsWith('.ts') || isModule(imported)) waiting.push(imported);
    }
  }
  return [...seen].filter((file) => file.includes('/node_modules/'));
}

/** Returns whether Node reads a file as an ES module. */
function isModule(file: string): boolean {
  if (!file.endsWith('.js')) return file.endsWith('.mjs');
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  const { type } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    type?: string;
  };
  return type === 'module';
}
