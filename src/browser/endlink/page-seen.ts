import { isDocumentHidden } from '../unclobbered.ts';

let isSeen = false;

/** Returns whether somebody has seen the page. One that nobody has may be a prefetch or a preview, and spends nothing. */
export const isPageSeen = (): boolean => isSeen;

/** Waits until somebody has seen the page. */
export async function waitUntilSeen(): Promise<void> {
  if (isDocumentHidden() && !isSeen)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve));
  isSeen = true;
}
