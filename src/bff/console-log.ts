import { BoundedMap } from './grants/bounded-map.ts';
import type { VaultEvent } from './config/bff-options.ts';

/** The same line stands in the console once in such a time: a store that is away fails with every call. */
const PAUSE_MS = 60_000;

/** So many lines are remembered. */
const MOST_LINES = 100;

/**
 * Listens in place of a host without `onEvent`: writes to the console what its operator alone can mend, the configuration and the store. No stranger
 * can cause one of these lines.
 *
 * @param now real time in milliseconds since 1970
 */
export function createConsoleLog(now: () => number): (event: VaultEvent) => void {
  const writtenAtMs = new BoundedMap<string, number>(MOST_LINES);
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
