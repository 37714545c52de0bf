import type { BrowserContext } from 'playwright-core';
import { reportMissingOrigin, type Refusal } from '../../check/index.ts';

/** The name of the function that pages report to. */
const BINDING = 'vaultlinkCheckOrigin';

/** Matches what Chromium says of a page, or of a frame, whose sandbox does not allow something. */
const REFUSED = /sandboxed.*?'(allow-[a-z-]+)'/;

/**
 * Collects what a sandbox has refused to pages and frames.
 *
 * @returns a list that grows during the visit
 */
export async function watchSandbox(context: BrowserContext): Promise<readonly Refusal[]> {
  const refusals: Refusal[] = [];
  const note = (address: string, permission: string) =>
    refusals.push({ page: address.replace(/[?#].*/, ''), permission });
  context.on('console', (message) => {
    const text = message.text();
    const permission = message.type() === 'error' ? REFUSED.exec(text)?.[1] : undefined;
    // A link out of a frame is named in the text alone.
    const [, address = message.location().url] = / from frame with URL '([^']+)'/.exec(text) ?? [];
    if (permission !== undefined) note(address, permission);
  });
  await context.exposeFunction(BINDING, (address: string) => note(address, 'allow-same-origin'));
  await context.addInitScript(reportMissingOrigin, { binding: BINDING });
  return refusals;
}
