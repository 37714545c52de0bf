import type { BrowserContext, Page } from '@playwright/test';
import type { Buyer } from './buyer.ts';
import { expect } from './in-engine.ts';
import type { Service } from './service.ts';

/** Lets a test move the timers of a page, or of all pages of a browser: the waiting of a retry and of a timeout costs it no time. */
export async function driveTime(pages: Page | BrowserContext): Promise<void> {
  await pages.clock.install();
}

/** Lets no request of these pages be given up: what a test holds, it holds for as long as a busy machine takes. */
export async function giveUpNothing(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => {
    const later = setTimeout;
    const requestLimitMs = 10_000;
    window.setTimeout = ((run: () => void, delayMs = 0, ...rest: []) =>
      delayMs === requestLimitMs ? 0 : later(run, delayMs, ...rest)) as typeof setTimeout;
  });
}

/**
 * Lets the time of a page pass quickly, and its patience end once the service holds a request. For a page that is leaving: while a browser waits
 * for the next page, it takes no call for the one that it shows.
 */
export async function hurry(page: Page, buyer: Buyer, service: Service): Promise<void> {
  buyer.handle('/held', async () => {
    await expect.poll(() => service.heldCount()).toBe(1);
    return new Response('held');
  });
  await page.addInitScript(() => {
    const later = setTimeout;
    const held = () => fetch('/held');
    window.setTimeout = ((run: () => void, delayMs = 0, ...rest: []) =>
      delayMs < 10_000 ? later(run, delayMs / 10, ...rest) : held().then(run)) as typeof setTimeout;
  });
}
