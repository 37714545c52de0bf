import type { BrowserContext, Page } from 'playwright-core';
import { watchPage, type PageFacts, type SeenPage } from '../../check/index.ts';

/** The name of the function that pages report to. */
const BINDING = 'vaultlinkCheckReport';

type Message = (PageFacts & { openedAtMs: number }) | { report: string; method: string };

/**
 * Collects what the pages of a visit report about themselves.
 *
 * @param onChange called after each report
 * @param onLateReport called with the address and the method of a report that a page sent while it was left
 * @returns the pages in the order in which they were opened
 */
export async function watchPages(
  context: BrowserContext,
  token: string,
  onChange: () => void,
  onLateReport: (address: string, method: string) => void,
): Promise<() => SeenPage[]> {
  const facts = new Map<number, { page: PageFacts; tab: Page }>();
  await context.exposeBinding(BINDING, ({ page: tab }, text: string) => {
    const message = JSON.parse(text) as Message;
    if ('report' in message) {
      onLateReport(message.report, message.method);
      return;
    }
    const { openedAtMs, ...page } = message;
    // A page of the service, after a redirect, belongs to the sandbox.
    if (page.address.includes('/api/v3/endlinks/')) return;
    facts.set(openedAtMs, { page, tab });
    onChange();
  });
  await context.addInitScript(watchPage, { token, binding: BINDING });
  return () => {
    const sorted = [...facts].sort(([one], [other]) => one - other).map(([, one]) => one);
    return sorted.map(({ page, tab }, index) => {
      const isInNewTab = index > 0 && tab !== sorted[index - 1]?.tab;
      return isInNewTab ? { ...page, isInNewTab } : page;
    });
  };
}
