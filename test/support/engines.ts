import type { LaunchOptions } from '@playwright/test';
import { isWebkitInstalled } from '../webkit-for-playwright/index.ts';
import { findBrowser, findHeadlessShell } from './find-browser.ts';
import { isProgram, onPath } from './programs.ts';

/** The engines that the suites run in. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;

/** One of them. */
export type Engine = (typeof ENGINES)[number];

/** Returns whether a value names one of the engines. */
export const isEngine = (value: string): value is Engine =>
  (ENGINES as readonly string[]).includes(value);

/** The engine that this process runs its suite in: the variable `ENGINE`, by default Chromium. */
export const ENGINE = (process.env.ENGINE ?? 'chromium') as Engine;

/** Names what is missing on this machine for an engine, as a sentence; nothing where it can run. Chromium is installed where it is missing. */
export function missingFor(engine: Engine): string | undefined {
  if (engine === 'firefox' && !firefoxPath())
    return 'Firefox is not installed: it takes firefox-esr or firefox, or FIREFOX_PATH.';
  if (engine === 'webkit' && !isWebkitInstalled())
    return 'WebKitGTK is not installed: it takes webkit2gtk-driver and xvfb.';
  return undefined;
}

/** Returns the options with which Playwright starts an engine. */
export function playwrightBrowser(engine: Engine): {
  browserName: Engine;
  launchOptions: LaunchOptions;
} {
  // Playwright does not drive WebKitGTK: see test/webkit-for-playwright/README.md.
  if (engine === 'webkit') return { browserName: engine, launchOptions: {} };
  if (engine === 'firefox') {
    // Firefox as it is published, over WebDriver BiDi: Playwright's own build of it is not to be had everywhere.
    const launchOptions = { channel: 'moz-firefox', executablePath: firefoxPath() ?? '' };
    return { browserName: 'firefox', launchOptions };
  }
  const { executablePath } = findBrowser();
  return { browserName: 'chromium', launchOptions: { executablePath } };
}

/** Returns the options with which Playwright starts an engine for pages: for Chromium its headless shell, if it is installed. */
export const playwrightShell = (engine: Engine): LaunchOptions =>
  (engine === 'chromium' ? findHeadlessShell() : undefined) ??
  playwrightBrowser(engine).launchOptions;

function firefoxPath(): string | undefined {
  return [
    process.env.FIREFOX_PATH ?? '',
    ...onPath('firefox-esr', 'firefox'),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ].find(isProgram);
}
