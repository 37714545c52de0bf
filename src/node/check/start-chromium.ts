import { chromium, type Browser } from 'playwright-core';
import type { Environment } from '../config/read-variables.ts';
import { findChromium } from './find-chromium.ts';

/**
 * Starts an installed Chromium without a window.
 *
 * @param path its program. Default: `CHROME_PATH`, or what is installed
 * @param environment has `CHROME_PATH` and `PATH`
 * @throws UsageError if there is none
 */
export function startChromium(
  path: string | undefined,
  environment: Environment,
): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(path, environment),
    // Chromium refuses its sandbox to the user root, as in most containers.
    chromiumSandbox: process.getuid?.() !== 0,
  });
}
