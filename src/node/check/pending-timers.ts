import type { BrowserContext, Page } from 'playwright-core';
import { noteTimers, TIMERS_FUNCTION } from '../../check/index.ts';

/** Milliseconds of the longest delay that a visit waits for: a page may lead on some seconds after it has reported. */
const LONGEST_MS = 6000;

/** Has the pages of a visit note their timers. */
export async function watchTimers(context: BrowserContext): Promise<void> {
  await context.addInitScript(noteTimers, { name: TIMERS_FUNCTION, longestMs: LONGEST_MS });
}

/** Returns the milliseconds until the last timer of a page is due. 0 or less: it has none that counts, or the page is gone. */
export async function timeToLastTimer(page: Page): Promise<number> {
  try {
    return await page.evaluate<number>(`window.${TIMERS_FUNCTION}?.() ?? 0`);
  } catch {
    return 0;
  }
}
