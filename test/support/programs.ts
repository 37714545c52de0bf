import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the paths that programs of these names would have in the folders of PATH, the first name first. */
export function onPath(...names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Returns whether there is a program at this path. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}

/** A program of the right name may still be a stub that asks to install the browser. */
export function starts(path: string): boolean {
  try {
    const version = execFileSync(path, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
    return /\d+\.\d+/.test(String(version));
  } catch {
    return false;
  }
}
