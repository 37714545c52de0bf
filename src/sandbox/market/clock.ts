/** Clock of the sandbox: real time that a tester can move ahead or stop. */
export interface Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  nowMs(): number;
  /** Returns the seconds that it is ahead of real time. Negative if it was stopped for some time. */
  advancedSeconds(): number;
  /** Moves the clock ahead. A stopped clock stays stopped, at the later time. */
  advance(seconds: number): void;
  isFrozen(): boolean;
  /** Stops the clock, or starts it again from the time that it shows. */
  setFrozen(isFrozen: boolean): void;
  /** Returns to real time. */
  reset(): void;
}

/** Creates a clock that runs and shows real time. @param now real time in milliseconds since 1970 */
export function createClock(now: () => number): Clock {
  let aheadMs = 0;
  let frozenAtMs: number | undefined;
  const nowMs = () => frozenAtMs ?? now() + aheadMs;
  return {
    nowMs,
    advancedSeconds: () => (frozenAtMs === undefined ? aheadMs : frozenAtMs - now()) / 1000,
    advance(seconds) {
      if (frozenAtMs === undefined) aheadMs += seconds * 1000;
      else frozenAtMs += seconds * 1000;
    },
    isFrozen: () => frozenAtMs !== undefined,
    setFrozen(isFrozen) {
      const atMs = nowMs();
      if (frozenAtMs !== undefined) aheadMs = atMs - now();
      frozenAtMs = isFrozen ? atMs : undefined;
    },
    reset() {
      aheadMs = 0;
      frozenAtMs = undefined;
    },
  };
}

/** Formats a time as ISO 8601 in UTC with milliseconds, as the interface does. @see interface §2.3 */
export const timestamp = (atMs: number): string => new Date(atMs).toISOString();
