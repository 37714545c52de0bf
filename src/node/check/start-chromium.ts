import type { Browser } from 'playwright-core';
import type { Environment } from '../config/read-variables.ts';
import { findChromium } from './find-chromium.ts';

/**
 * Starts an installed Chromium without a window.
 *
 * @param path its program. Default: `CHROME_PATH`, or what is installed
 * @param environment has `CHROME_PATH` and `PATH`
 * @throws UsageError if there is none
 */
export async function startChromium(
  path: string | undefined,
  environment: Environment,
): Promise<Browser> {
  const executablePath = findChromium(path, environment);
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    // Chromium refuses its sandbox to the user root, as in most containers.
    chromiumSandbox: process.getuid?.() !== 0,
  });
}
