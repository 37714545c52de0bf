import { VaultError } from '../../protocol/index.ts';
import { BoundedMap } from '../bounded-map.ts';

/** Number of rows of which this process remembers that somebody has asked. */
const MAX_ROWS = 100_000;

/** Milliseconds between two questions about one row. */
const INTERVAL_MS = 1000;

/** Limits how often callers can ask for the result of an outcome: once a second for each row, for all callers together. */
export interface Questions {
  /**
   * Counts a question. Another outcome of a known token is none.
   *
   * @returns whether this process knows the row; otherwise nothing is counted
   * @throws VaultError `rate_limited`
   */
  ask(key: string, outcome: string): boolean;
  /** Remembers a row about which somebody can ask. */
  note(key: string, outcome: string): void;
}

/** @param now real time in milliseconds since 1970 */
export function createQuestions(now: () => number): Questions {
  /** The outcome of a row, and when the next question about it is allowed. */
  const rows = new BoundedMap<string, { outcome: string; allowedAtMs: number }>(MAX_ROWS);
  return {
    ask(key, outcome) {
      const row = rows.get(key);
      if (row?.outcome !== outcome) return false;
      const leftMs = row.allowedAtMs - now();
      // The clock may have been set back since.
      if (leftMs > 0 && leftMs <= INTERVAL_MS) {
        const sentence = 'This was asked a moment ago. Ask again in a second.';
        throw new VaultError('rate_limited', sentence, { retryAfterSeconds: 1 });
      }
      rows.set(key, { outcome, allowedAtMs: now() + INTERVAL_MS });
      return true;
    },
    note(key, outcome) {
      if (rows.get(key)?.outcome !== outcome) rows.set(key, { outcome, allowedAtMs: 0 });
    },
  };
}
