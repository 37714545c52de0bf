/** The sandbox's own time: real time, moved ahead or stopped on request. */
export interface Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  nowMs(): number;
  /** How far ahead of real time it is. Negative where it stood still for some time. */
  advancedSeconds(): number;
  /** Moves it ahead. A clock that stands still does so at a later time. */
  advance(seconds: number): void;
  isFrozen(): boolean;
  /** Stops it, or lets it go on from where it stands. */
  setFrozen(isFrozen: boolean): void;
  /** Back to real time. */
  reset(): void;
}

/** @param now real time in milliseconds since 1970 */
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

/** ISO 8601 in UTC with milliseconds, the form that the interface uses. @see interface §2.3 */
export const timestamp = (atMs: number): string => new Date(atMs).toISOString();
