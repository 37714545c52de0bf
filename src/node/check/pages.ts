import type { BrowserContext } from 'playwright-core';
import { watchPage } from '../../check/index.ts';
import type { PageFacts } from '../../protocol/self-check.ts';

/** The name of the function that pages report to. */
const BINDING = 'vaultlinkCheckReport';

/**
 * Collects what the pages of a visit report about themselves.
 *
 * @param onChange called after each report
 * @returns the pages in the order in which they were opened
 */
export async function watchPages(
  context: BrowserContext,
  token: string,
  onChange: () => void,
): Promise<() => PageFacts[]> {
  const facts = new Map<number, PageFacts>();
  await context.exposeFunction(BINDING, (text: string) => {
    const { openedAtMs, ...page } = JSON.parse(text) as PageFacts & { openedAtMs: number };
    // A page of the service, after a redirect, belongs to the sandbox.
    if (page.address.includes('/api/v3/endlinks/')) return;
    facts.set(openedAtMs, page);
    onChange();
  });
  await context.addInitScript(watchPage, { token, binding: BINDING });
  return () => [...facts].sort(([one], [other]) => one - other).map(([, page]) => page);
}
