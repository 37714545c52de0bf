import type { Page } from '@playwright/test';
import type { EndlinkEngine } from '../../../src/browser/endlink/parts.ts';
import type { SelfCheck } from '../../../src/protocol/self-check.ts';

/** Returns what the self-check panel of a page knows. */
export const readSelfCheck = (page: Page): Promise<SelfCheck> =>
  page.evaluate(async () => {
    const panel = await (window.vaultlink as EndlinkEngine).load('debug');
    if (!panel?.selfCheck) throw new Error('The page shows no panel.');
    return panel.selfCheck();
  });
