import { VaultError } from '../../protocol/index.ts';
import { BoundedMap } from '../bounded-map.ts';

/** Number of rows of which this process remembers that somebody has asked. */
const MOST_ROWS = 100_000;

/** Milliseconds between two questions about one row. */
const INTERVAL_MS = 1000;

/** The limit of the question "what became of it": once a second for each row, whoever asks. */
export interface Questions {
  /**
   * Counts a question.
   *
   * @returns whether this process knows the row; otherwise nothing is counted
   * @throws VaultError `rate_limited`
   */
  ask(key: string): boolean;
  /** Remembers a row about which somebody can ask. */
  note(key: string): void;
}

/** @param now real time in milliseconds since 1970 */
export function createQuestions(now: () => number): Questions {
  /** When the next question about a row is allowed. */
  const allowedAtMs = new BoundedMap<string, number>(MOST_ROWS);
  return {
    ask(key) {
      const atMs = allowedAtMs.get(key);
      if (atMs === undefined) return false;
      const leftMs = atMs - now();
      // The clock may have been set back since.
      if (leftMs > 0 && leftMs <= INTERVAL_MS) {
        const sentence = 'This was asked a moment ago. Ask again in a second.';
        throw new VaultError('rate_limited', sentence, { retryAfterSeconds: 1 });
      }
      allowedAtMs.set(key, now() + INTERVAL_MS);
      return true;
    },
    note(key) {
      if (!allowedAtMs.has(key)) allowedAtMs.set(key, 0);
    },
  };
}
