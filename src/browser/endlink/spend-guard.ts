import { isOutcome } from '../../protocol/endlink.ts';
import type { EndlinkRecord } from './record.ts';
import type { EndlinkState } from './state.ts';

const PREFIX = 'vaultlink:';

/** A mark stands as long as its token can be used, in milliseconds. @see interface §8 */
const MARK_LIFETIME_MS = 3_600_000;

/** Reads what the tabs of this browser know of a token; with `next`, tells them. Nothing known reads as `{}`. */
export type SpentMark = (next?: EndlinkState) => Partial<EndlinkRecord>;

/**
 * Runs `run` while no other tab, and no other copy of the script, is at the same token.
 *
 * The mark lies in localStorage under the SHA-256 of the token, so that it does not give the token away. Where a browser has neither hash
 * nor Web Locks (a page over plain http) each tab is on its own, and the service's single use is the guard that remains.
 *
 * @param token `false`: no mark is kept
 * @see interface §3.2
 */
export async function withSpendGuard(
  token: string | false,
  run: (mark: SpentMark) => Promise<void>,
): Promise<void> {
  const bytes = token && (await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(token)));
  const key = PREFIX + `${new Uint8Array(bytes as ArrayBuffer)}`;
  const alone = () =>
    run((next) => {
      try {
        if (next && bytes) localStorage[key] = JSON.stringify(next);
        const mark = JSON.parse(localStorage[key] as string) as Record<string, string>;
        // Whoever wrote it: ours has an outcome, and nothing that cannot become text.
        return isOutcome(mark.outcome) && '' + Object.values(mark) ? mark : {};
      } catch {
        return {};
      }
    });
  const lock = async () => navigator.locks.request(key, alone);
  // Chromium takes a lock away that it grants while the page is opening a window ("callback is no longer runnable"): so it is asked for again.
  // Where there are no locks, or all are refused, as in a sandboxed frame, it has to go without.
  return lock().catch(lock).catch(alone);
}

/** Removes the marks whose token is over. */
export function pruneMarks(): void {
  try {
    for (const [key, value] of Object.entries(localStorage)) {
      if (key.startsWith(PREFIX) && !(capturedAtMs(value) > Date.now() - MARK_LIFETIME_MS)) {
        localStorage.removeItem(key);
      }
    }
  } catch {
    // Blocked: there are none.
  }
}

function capturedAtMs(mark: unknown): number {
  try {
    return (JSON.parse(String(mark)) as EndlinkState).capturedAtMs ?? 0;
  } catch {
    return 0;
  }
}
