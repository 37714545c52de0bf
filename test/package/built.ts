import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** The languages that are downloaded. English is part of the elements. */
export const LANGUAGES = readdirSync('src/browser/elements/languages')
  .map((file) => basename(file, '.ts'))
  .filter((tag) => tag !== 'en');

/** The files that a page can load. Together with the compiled modules they are what is published. */
export const BROWSER_FILES = [
  'vaultlink.js',
  'vaultlink-token.js',
  'vaultlink-relay.js',
  'vaultlink-dry-run.js',
  'vaultlink-blocked-storage.js',
  'vaultlink-frames.js',
  'vaultlink-fill.js',
  'vaultlink-script-navigation.js',
  'vaultlink-diagnostics.js',
  'vaultlink-debug.js',
  'vaultlink-debug-panel.js',
  'vaultlink-elements.js',
  'vaultlink-authorize.js',
  'vaultlink-all.js',
  ...LANGUAGES.map((tag) => `vaultlink-language-${tag}.js`),
];

/** Compiles the modules into `dist/`, as `npm run build` does. What is up to date is left. */
export function compile(): void {
  const projects = ['protocol', 'check', 'browser', 'frameworks', 'sandbox', 'node'].map(
    (tier) => `src/${tier}`,
  );
  const parameters = ['node_modules/typescript-7/bin/tsc', '-b', ...projects];
  const { status, stdout } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
}

/** The text of a file in `dist/`, which `npm run build:browser` makes. */
export function readBuilt(file: string): string {
  if (!existsSync(`dist/${file}`)) throw new Error(`There is no dist/${file}: npm run build`);
  return readFileSync(`dist/${file}`, 'utf8');
}
