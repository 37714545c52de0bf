/** The sandbox's own time: real time, moved ahead on request. */
export interface Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  nowMs(): number;
  /** How far ahead of real time it is. */
  advancedSeconds(): number;
  /** Moves it ahead. */
  advance(seconds: number): void;
  /** Back to real time. */
  reset(): void;
}

/** @param now real time in milliseconds since 1970 */
export function createClock(now: () => number): Clock {
  let aheadMs = 0;
  return {
    nowMs: () => now() + aheadMs,
    advancedSeconds: () => aheadMs / 1000,
    advance: (seconds) => void (aheadMs += seconds * 1000),
    reset: () => void (aheadMs = 0),
  };
}

/** ISO 8601 in UTC with milliseconds, the form that the interface uses. @see interface §2.3 */
export const timestamp = (atMs: number): string => new Date(atMs).toISOString();
