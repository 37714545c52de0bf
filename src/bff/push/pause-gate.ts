import type { Sleep } from '../grants/sleep.ts';
import { pauseMsOf } from './retry.ts';

/** No answer makes a run wait for longer. */
const LONGEST_RETRY_AFTER_SECONDS = 300;

/** Time as a run of pushes knows it. */
export interface RunTime {
  /** In milliseconds since any moment; never goes back. */
  now: () => number;
  sleep: Sleep;
  /** From 0 to 1. */
  random: () => number;
}

/** What every push passes before it is sent. Where the service asks one of them to wait, all of them wait. */
export interface PauseGate {
  /**
   * Waits until it is open.
   *
   * @param signal ends the wait
   * @returns a ticket, which tells an answer to what was sent before a pause from one to what was sent after it
   */
  pass(signal: AbortSignal): Promise<number>;
  /**
   * The service asked to wait.
   *
   * @param ticket of the push that it answered
   * @param retryAfterSeconds as it said; counts up to 300. `undefined` or 0: longer each time that it asks without taking a push in between
   */
  pause(ticket: number, retryAfterSeconds: number | undefined): void;
  /** The service took a push. */
  succeeded(ticket: number): void;
}

/**
 * A gate that is open.
 *
 * @param onPause is told for how many milliseconds it is closed, each time that the service asks to wait
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
    pause(ticket, retryAfterSeconds = 0) {
      // Those that were out together are refused together, which makes one pause.
      const isSamePause = ticket !== pauses;
      if (isSamePause && !retryAfterSeconds) return;
      if (!isSamePause) {
        pauses += 1;
        inARow += 1;
      }
      const pauseMs = retryAfterSeconds
        ? Math.min(retryAfterSeconds, LONGEST_RETRY_AFTER_SECONDS) * 1000
        : pauseMsOf(inARow - 1, random);
      openAtMs = Math.max(openAtMs, now() + pauseMs);
      onPause(openAtMs - now());
    },
    succeeded(ticket) {
      if (ticket === pauses) inARow = 0;
    },
  };
}
