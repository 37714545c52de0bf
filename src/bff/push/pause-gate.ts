import type { Sleep } from '../sleep.ts';
import { MAX_PAUSE_SECONDS } from '../service/retry-after.ts';
import { pauseMsOf } from './retry.ts';

/** The clock of a run, which tests replace. */
export interface RunTime {
  /** Monotonic time in milliseconds. */
  now: () => number;
  sleep: Sleep;
  /** Returns a random number from 0 to 1. */
  random: () => number;
}

/** A gate that every push passes before it is sent. When the service asks one push to wait, all pushes wait. */
export interface PauseGate {
  /**
   * Waits until the gate is open.
   *
   * @param signal ends the wait
   * @returns the number of pauses so far, which shows later whether the push was sent before or after a pause
   */
  pass(signal: AbortSignal): Promise<number>;
  /**
   * Closes the gate because the service asked to wait.
   *
   * @param pauseCount the number that {@link pass} returned for this push
   * @param retryAfterSeconds from the response, capped at 300. `undefined` or 0: the pause grows each time, until the service accepts a push
   */
  pause(pauseCount: number, retryAfterSeconds: number | undefined): void;
  /** Records that the service accepted a push. */
  succeeded(pauseCount: number): void;
}

/**
 * Creates an open gate.
 *
 * @param onPause receives the length of the pause in milliseconds, each time that the service asks to wait
 */
export function createPauseGate(
  { now, sleep, random }: RunTime,
  onPause: (milliseconds: number) => void = () => undefined,
): PauseGate {
  let openAtMs = -Infinity;
  let pauses = 0;
  let inARow = 0;

  return {
    async pass(signal) {
      while (now() < openAtMs && !signal.aborted) await sleep(openAtMs - now(), signal);
      return pauses;
    },
    pause(pauseCount, retryAfterSeconds = 0) {
      // Pushes that were in flight together cause only one pause.
      const isSamePause = pauseCount !== pauses;
      if (isSamePause && !retryAfterSeconds) return;
      if (!isSamePause) {
        pauses += 1;
        inARow += 1;
      }
      const pauseMs = retryAfterSeconds
        ? Math.min(retryAfterSeconds, MAX_PAUSE_SECONDS) * 1000
        : pauseMsOf(inARow - 1, random);
      openAtMs = Math.max(openAtMs, now() + pauseMs);
      onPause(openAtMs - now());
    },
    succeeded(pauseCount) {
      if (pauseCount === pauses) inARow = 0;
    },
  };
}
