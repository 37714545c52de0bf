import { VaultError } from '../../protocol/index.ts';
import { BoundedMap } from '../bounded-map.ts';

/** Maximum number of rows that this process remembers. */
const MAX_ROWS = 100_000;

/** Milliseconds between two questions about one row. */
const INTERVAL_MS = 1000;

/** Limits how often callers can ask for the result of an outcome: once a second for each row, for all callers together. */
export interface Questions {
  /**
   * Counts a question about a row. It is a question only if this process knows the row with the same outcome.
   *
   * @returns whether the question was counted
   * @throws VaultError `rate_limited`
   */
  countQuestion(key: string, outcome: string): boolean;
  /** Remembers a stored row. */
  remember(key: string, outcome: string): void;
}

/** @param now real time in milliseconds since 1970 */
export function createQuestions(now: () => number): Questions {
  /** The outcome of a row, and when the next question about it is allowed. */
  const rows = new BoundedMap<string, { outcome: string; allowedAtMs: number }>(MAX_ROWS);
  return {
    countQuestion(key, outcome) {
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
    remember(key, outcome) {
      if (rows.get(key)?.outcome !== outcome) rows.set(key, { outcome, allowedAtMs: 0 });
    },
  };
}
