import { setTimeout as sleep } from 'node:timers/promises';
import { openBrowser } from '../node/browser.ts';

/** A session check and a push leave in turn, this long after each other, whatever the ones before have come to. */
const INTERVAL_MS = 20;

/** How long the calls of a user took, in milliseconds. */
export interface Durations {
  session: number[];
  push: number[];
  /** Statuses other than 200, and errors. */
  failures: string[];
}

/**
 * Opens a page of a user, and connects it.
 *
 * @param origin that the backend has for browsers
 * @param headers that a proxy adds to each request
 */
export async function connectUser(
  address: string,
  origin: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const browser = openBrowser(address, origin, headers);
  await (await browser.connect()).body?.cancel();

  async function call(kind: 'session' | 'push', durations: Durations): Promise<void> {
    const startedMs = performance.now();
    try {
      const answer = await (kind === 'session'
        ? browser.session()
        : browser.push('packet-1', { question: 'an answer' }));
      await answer.text();
      durations[kind].push(performance.now() - startedMs);
      if (answer.status !== 200) durations.failures.push(`${kind}: ${answer.status}`);
    } catch (error) {
      durations.failures.push(`${kind}: ${String(error)}`);
    }
  }

  return {
    /** Uses the page while something else lasts. */
    async callWhile(other: Promise<unknown>): Promise<Durations> {
      const durations: Durations = { session: [], push: [], failures: [] };
      const calls: Promise<void>[] = [];
      const over = new AbortController();
      const ended = other.finally(() => over.abort());
      while (!over.signal.aborted) {
        calls.push(call(calls.length % 2 ? 'push' : 'session', durations));
        await sleep(INTERVAL_MS);
      }
      await ended;
      await Promise.all(calls);
      return durations;
    },
  };
}

/** The value that a share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** How long the slowest of a hundred calls of a user took, in milliseconds. */
export interface Latencies {
  session: number;
  push: number;
}

/** Returns the 99th percentile of each kind of call. */
export const latenciesOf = ({ session, push }: Durations): Latencies => ({
  session: quantile(session, 0.99),
  push: quantile(push, 0.99),
});
