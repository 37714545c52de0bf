import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs that run pages in WebKitGTK, as paths. */
interface Programs {
  /** WebKitWebDriver, which starts the browser. */
  driver: string;
  /** Xvfb, the display that the browser draws on. */
  display: string;
}

/** Returns the installed programs, or `undefined` if one is missing. */
export function findPrograms(): Programs | undefined {
  const driver = findOnPath('WebKitWebDriver');
  const display = findOnPath('Xvfb');
  return driver && display ? { driver, display } : undefined;
}

/** Returns whether this machine can run tests in WebKitGTK. */
export const isWebkitInstalled = (): boolean => findPrograms() !== undefined;

function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
