import { BoundedMap } from './bounded-map.ts';
import type { VaultEvent } from './events.ts';

/** Minimum time between two identical lines. While the store is unreachable, every request fails with the same message. */
const PAUSE_MS = 60_000;

/** Number of different lines that are remembered. */
const MAX_LINES = 100;

/**
 * Creates the event listener for hosts without `onEvent`. It writes errors of the configuration and of the store to the console, because only the
 * operator can fix them. Strangers cannot cause these lines.
 *
 * @param now real time in milliseconds since 1970
 */
export function createConsoleLog(now: () => number): (event: VaultEvent) => void {
  const writtenAtMs = new BoundedMap<string, number>(MAX_LINES);
  return (event) => {
    if (event.type !== 'failed') return;
    const { where, code, detail } = event;
    if (code !== 'configuration_error' && code !== 'store_unavailable') return;
    const line = `vaultlink: ${where}: ${detail}`;
    if (now() - (writtenAtMs.get(line) ?? -Infinity) < PAUSE_MS) return;
    writtenAtMs.set(line, now());
    console.error(line);
  };
}
