import { setTimeout as wait } from 'node:timers/promises';

/** How long is waited for anything. */
const TIMEOUT_MS = 20_000;

// It polls, since nothing tells: WebDriver without BiDi, which WebKitGTK 2.50 refuses, has no events. A script in the page that waits for a change
// ends when the page is left, sees no property or layout change, and knows nothing of windows or of what a test looks at on Node.
const POLL_MS = 30;

/**
 * Looks until it is so: what was seen then.
 *
 * @param what is waited for, for the error
 * @throws Error after 20 seconds
 */
export async function until<Value>(
  what: string,
  look: () => Promise<Value> | Value,
  isSo: (value: Value) => boolean = Boolean,
): Promise<Value> {
  for (const end = Date.now() + TIMEOUT_MS; ;) {
    const value = await look();
    if (isSo(value)) return value;
    if (Date.now() > end) throw new Error(`Waited for ${what}; there is ${JSON.stringify(value)}`);
    await wait(POLL_MS);
  }
}
