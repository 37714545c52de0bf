import type { Browser } from 'playwright-core';
import { judge, type Expectation, type VisitFinding } from '../../check/index.ts';
import type { Environment } from '../config/read-variables.ts';
import { findChromium } from './find-chromium.ts';
import { visitSite, type VisitOptions } from './visit.ts';

/** Options of {@link checkSite}. */
export type CheckOptions = VisitOptions & Expectation;

/** Visits a site as a seller does, and returns a finding for each verdict. */
export async function checkSite(browser: Browser, options: CheckOptions): Promise<VisitFinding[]> {
  return judge(await visitSite(browser, options), options);
}

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
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: findChromium(path, environment),
    // Chromium refuses its sandbox to the user root, as in most containers.
    chromiumSandbox: process.getuid?.() !== 0,
  });
}
