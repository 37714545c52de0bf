import type { BrowserContext, Page } from '@playwright/test';

/** Lets a test move the timers of a page, or of all pages of a browser: the waiting of a retry and of a timeout costs it no time. */
export async function driveTime(pages: Page | BrowserContext): Promise<void> {
  await pages.clock.install();
  // Playwright moves the timers of a page, but not those of AbortSignal.
  await pages.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms);
      return controller.signal;
    };
  });
}

/** Lets no request of these pages be given up: what a test holds, it holds for as long as a busy machine takes. */
export async function giveUpNothing(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
}
