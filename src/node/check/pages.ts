import type { BrowserContext, Frame, Page } from 'playwright-core';
import { noteTimers, TIMERS_FUNCTION, watchLeaving, watchPageCode } from '../../check/index.ts';
import type { PageFacts, SeenPage, TokenRequest } from '../../check/index.ts';
import type { LateReport } from './watch-reports.ts';

/** The name of the function that pages report to. */
const BINDING = 'vaultlinkCheckReport';

/** Milliseconds of the longest delay that a visit waits for: a page may lead on some seconds after it has reported. */
const MAX_TIMER_MS = 6000;

type Message = (PageFacts & { openedAtMs: number }) | LateReport | { leak: LateLeak };

/** A request with the token that a page sent while it was left. */
export type LateLeak = Omit<TokenRequest, 'kind'>;

/** The pages that a visit has seen. */
export interface WatchedPages {
  /** Returns the pages of tabs, in the order in which they were opened. */
  pages(): SeenPage[];
  /** Returns the pages in frames that are meant, in the order in which they were opened. */
  frames(isMeant: (frame: Frame, page: PageFacts) => boolean): SeenPage[];
}

/** The path of an empty page that the visit opens in order to leave the last page. No server is asked for it. */
const LEFT_PATH = '/vaultlink-check-left';

/**
 * Collects what the pages of a visit report about themselves.
 *
 * @param onChange called after each report
 * @param onLateReport called with each report that a page sent while it was left
 * @param onLateLeak called with each other request with the token that it sent then
 * @returns the pages in the order in which they were opened, and those in frames
 */
export async function watchPages(
  context: BrowserContext,
  token: string,
  onChange: () => void,
  onLateReport: (report: LateReport) => void,
  onLateLeak: (leak: LateLeak) => void,
): Promise<WatchedPages> {
  const facts = new Map<number, { page: PageFacts; tab: Page }>();
  const framed = new Map<string, { page: PageFacts; openedAtMs: number; frame: Frame }>();
  const lateIds = new Set<string>();
  await context.exposeBinding(BINDING, ({ page: tab, frame }, text: string) => {
    const message = JSON.parse(text) as Message;
    if ('report' in message) {
      if (!lateIds.has(message.id)) onLateReport(message);
      lateIds.add(message.id);
      return;
    }
    if ('leak' in message) {
      onLateLeak(message.leak);
      return;
    }
    const { openedAtMs, ...page } = message;
    // A page of the service, after a redirect, belongs to the sandbox.
    if (page.address.includes('/api/v3/endlinks/') || page.address.endsWith(LEFT_PATH)) return;
    if (page.isFramed) framed.set(`${openedAtMs} ${page.address}`, { page, openedAtMs, frame });
    else facts.set(openedAtMs, { page, tab });
    onChange();
  });
  await context.addInitScript(watchLeaving, { token, binding: BINDING });
  await context.addInitScript({ content: watchPageCode({ token, binding: BINDING }) });
  return {
    pages() {
      const sorted = [...facts].sort(([one], [other]) => one - other).map(([, one]) => one);
      return sorted.map(({ page, tab }, index) => {
        const isInNewTab = index > 0 && tab !== sorted[index - 1]?.tab;
        return isInNewTab ? { ...page, isInNewTab } : page;
      });
    },
    frames(isMeant) {
      const sorted = [...framed.values()].sort((one, other) => one.openedAtMs - other.openedAtMs);
      return sorted.filter(({ page, frame }) => isMeant(frame, page)).map(({ page }) => page);
    },
  };
}

/** Has the pages of a visit note their timers. */
export async function watchTimers(context: BrowserContext): Promise<void> {
  await context.addInitScript(noteTimers, { name: TIMERS_FUNCTION, longestMs: MAX_TIMER_MS });
}

/** Returns the milliseconds until the last timer of a page is due. 0 or less: it has none that counts, or the page is gone. */
export async function timeToLastTimer(page: Page): Promise<number> {
  try {
    return await page.evaluate<number>(`window.${TIMERS_FUNCTION}?.() ?? 0`);
  } catch {
    return 0;
  }
}

/** Leaves a page for an empty one of its origin, which passes on what the page has reported meanwhile. */
export async function leavePage(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  await page.route(
    ({ pathname }) => pathname === LEFT_PATH,
    (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto(origin + LEFT_PATH);
}
