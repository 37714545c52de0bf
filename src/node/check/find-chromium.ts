import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Environment } from '../config/read-variables.ts';
import { UsageError } from '../usage-error.ts';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
  'microsoft-edge',
  'msedge.exe',
];

/** Paths of Chrome on macOS and Windows, where it is not in PATH. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Returns the program of an installed Chromium, Chrome or Edge.
 *
 * @param path where it is. Default: `CHROME_PATH`, then PATH, then the usual places
 * @param environment such as `process.env`
 * @throws UsageError if there is none
 */
export function findChromium(
  path: string | undefined,
  { CHROME_PATH, PATH = '' }: Environment,
): string {
  const named = path ?? CHROME_PATH;
  if (named !== undefined) {
    if (isProgram(named)) return named;
    const source = path === undefined ? 'CHROME_PATH' : '--browser';
    throw new UsageError(`${source}: there is no program at ${named}.`);
  }
  const folders = PATH.split(delimiter).filter(Boolean);
  const candidates = [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...PLACES,
  ];
  const found = candidates.find(isProgram);
  if (found === undefined)
    throw new UsageError(
      'No Chromium, Chrome or Edge is installed. Install one, or name its program: --browser PATH or CHROME_PATH. "npx playwright-core install chromium" downloads one.',
    );
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
