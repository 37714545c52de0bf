import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT_MS = 20_000;
const POLL_MS = 30;

/**
 * Reads a value again and again until it meets a condition, and returns it. The README says why this package polls.
 *
 * @param description of the expected state, for the error
 * @throws Error after 20 seconds
 */
export async function pollUntil<Value>(
  description: string,
  read: () => Promise<Value> | Value,
  isDone: (value: Value) => boolean = Boolean,
): Promise<Value> {
  for (const endMs = Date.now() + TIMEOUT_MS; ;) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > endMs)
      throw new Error(
        `Timed out after ${TIMEOUT_MS} ms waiting for ${description}. Last value: ${JSON.stringify(value)}`,
      );
    await wait(POLL_MS);
  }
}
