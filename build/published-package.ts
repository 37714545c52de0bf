/**
 * Makes `package.json` what users get: without the sources, which are not published, and without what only runs in the repository. Names the files of
 * `dist/` that npm leaves out, because nobody who installs the package can import them. `npm pack` and `npm publish` run it with `--write` before they
 * read these files, and with `--restore` afterwards. Where packing fails in between, run `node build/published-package.ts --restore`: npm does not.
 */
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { unreachedFiles } from './unreached-files.ts';

/** The part of `package.json` that differs once it is published. */
export interface PackageJson {
  exports: Record<string, string | Record<string, string>>;
  bin: Record<string, string>;
  sideEffects: string[];
  [field: string]: unknown;
}

const FILE = 'package.json';
const ORIGINAL = '.cache/package.json';

/** The file by which npm leaves out files of its folder. */
const IGNORED = 'dist/.npmignore';

/** The condition under which the tests, the demo and the build load the sources. */
const SOURCE_CONDITION = 'vaultlink-source';

/** Fields about commands of the repository. The versions of `devDependencies` stay: commands advise to install the tested ones. */
const DEVELOPER_FIELDS: ReadonlySet<string> = new Set(['scripts', 'allowScripts']);

/** Returns what is published instead of `package.json`. */
export function publishedPackage(original: PackageJson): PackageJson {
  const kept = Object.entries(original).filter(([field]) => !DEVELOPER_FIELDS.has(field));
  return {
    ...(Object.fromEntries(kept) as PackageJson),
    exports: Object.fromEntries(
      Object.entries(original.exports).map(([entry, target]) => [entry, withoutSource(target)]),
    ),
    sideEffects: original.sideEffects.filter((path) => !path.startsWith('./src/')),
  };
}

function withoutSource(target: string | Record<string, string>) {
  if (typeof target === 'string') return target;
  const rest = Object.entries(target).filter(([condition]) => condition !== SOURCE_CONDITION);
  const [[condition, path] = ['', '']] = rest;
  return rest.length === 1 && condition === 'default' ? path : Object.fromEntries(rest);
}

if (process.argv.includes('--write')) {
  const original = JSON.parse(readFileSync(FILE, 'utf8')) as PackageJson;
  mkdirSync('.cache', { recursive: true });
  copyFileSync(FILE, ORIGINAL);
  const published = publishedPackage(original);
  writeFileSync(FILE, `${JSON.stringify(published, undefined, 2)}\n`);
  const ignored = unreachedFiles(published).map((path) => `/${relative('dist', path)}\n`);
  writeFileSync(IGNORED, ignored.join(''));
}
if (process.argv.includes('--restore')) {
  renameSync(ORIGINAL, FILE);
  rmSync(IGNORED, { force: true });
}
