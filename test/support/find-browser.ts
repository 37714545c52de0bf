import { spawnSync } from 'node:child_process';
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { LaunchOptions } from '@playwright/test';
import { isProgram, onPath, starts } from './programs.ts';

/** A Chrome or Chromium that the tests can drive. */
export interface FoundBrowser {
  executablePath: string;
  /** Where it came from, for a person to read. */
  from: string;
}

const NAMES = [
  'chromium',
  'google-chrome-stable',
  'google-chrome',
  'chromium-browser',
  'microsoft-edge',
];

const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Where a browser came from that Playwright has downloaded. */
const PLAYWRIGHT = 'Playwright';

/** What was found last, so that a run looks once. */
const CACHE_FILE = '.cache/browser.json';

/**
 * Finds a browser, and installs one where there is none: `CHROME_PATH`, then an installed Chrome or Chromium, then Playwright's own, then
 * the system's package manager. Says on stderr what it does beyond looking.
 *
 * @throws Error that says what to install
 */
export function findBrowser(): FoundBrowser {
  const found = fromCache() ?? installed() ?? fetched() ?? packaged();
  if (!found) {
    throw new Error(
      'No browser for the tests. Install Chrome or Chromium, or set CHROME_PATH to the program of one.',
    );
  }
  mkdirSync('.cache', { recursive: true });
  writeFileSync(CACHE_FILE, JSON.stringify(found));
  return found;
}

/**
 * Returns the options with which Playwright starts Chromium's headless shell, which runs pages without the rest of a browser. The
 * flows and the elements take about half the time in it.
 *
 * @returns `undefined` where none is installed, and where `CHROME_PATH` names the browser for everything
 */
export function findHeadlessShell(): LaunchOptions | undefined {
  if (process.env.CHROME_PATH) return undefined;
  const executablePath = onPath('chromium-headless-shell').find(isProgram);
  if (executablePath) return { executablePath };
  // Playwright's own is what it starts where nothing is named.
  return findBrowser().from === PLAYWRIGHT ? {} : undefined;
}

function fromCache(): FoundBrowser | undefined {
  if (process.env.CHROME_PATH) return undefined;
  try {
    const found = JSON.parse(readFileSync(CACHE_FILE, 'utf8')) as FoundBrowser;
    return isProgram(found.executablePath) ? found : undefined;
  } catch {
    return undefined;
  }
}

function installed(): FoundBrowser | undefined {
  const candidates: FoundBrowser[] = [
    { executablePath: process.env.CHROME_PATH ?? '', from: 'CHROME_PATH' },
    ...[...onPath(...NAMES), ...APPLICATIONS].map((executablePath) => ({
      executablePath,
      from: 'this machine',
    })),
    { executablePath: chromium.executablePath(), from: PLAYWRIGHT },
  ];
  return candidates.find(
    ({ executablePath }) => isProgram(executablePath) && starts(executablePath),
  );
}

function fetched(): FoundBrowser | undefined {
  say('No Chrome or Chromium is installed: fetching the one of Playwright.');
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: ['ignore', 2, 2] });
  const executablePath = chromium.executablePath();
  return isProgram(executablePath) && starts(executablePath)
    ? { executablePath, from: PLAYWRIGHT }
    : undefined;
}

function packaged(): FoundBrowser | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0)
    return undefined;
  say('That did not work: installing the package chromium with apt-get.');
  const options = { stdio: ['ignore', 2, 2] as ['ignore', 2, 2] };
  spawnSync('apt-get', ['update'], options);
  const install = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
  spawnSync('apt-get', [...install, 'chromium'], options);
  // Not every system has it.
  spawnSync('apt-get', [...install, 'chromium-headless-shell'], options);
  return installed();
}

function say(sentence: string): void {
  process.stderr.write(sentence + '\n');
}
