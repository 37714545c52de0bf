/** SQLite's error code for a file that another process has locked. @see https://www.sqlite.org/rescode.html#busy */
const BUSY = 5;

/** Maximum time that a call waits for the lock of another process, in milliseconds. The stores on servers allow a response the same time. */
const MAX_WAIT_MS = 10_000;

/** Longest pause between two attempts, in milliseconds. */
const PAUSE_MS = 20;

/** Returns whether SQLite failed because another process has locked the file. */
export function isBusy(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  // The lowest eight bits are the primary code. The others are an extended code.
  return (errcode & 0xff) === BUSY;
}

/**
 * Runs work at once. While another process has locked the file, retries it without blocking the process.
 *
 * @returns the result, or a promise of it if the work has to wait
 * @throws other errors of `work`, and the last error when the time is over
 */
export type RunUnlocked = <T>(work: () => T) => T | Promise<T>;

/**
 * Creates a {@link RunUnlocked}. Work that has to wait stands in a queue, and only its first makes attempts: each attempt blocks the process for
 * SQLite's busy timeout.
 *
 * @param longestMs maximum time to wait, in milliseconds; default: 10,000
 */
export function createBusyQueue(longestMs = MAX_WAIT_MS): RunUnlocked {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  let busyError: unknown;

  async function retry<T>(work: () => T, endMs: number, isFirst: boolean): Promise<T> {
    let isLocked = isFirst;
    while (performance.now() < endMs) {
      // Work behind the first one finds the file unlocked, but other requests take their turn in between.
      await pause(isLocked ? PAUSE_MS : 0);
      try {
        return work();
      } catch (error) {
        if (!isBusy(error)) throw error;
        busyError = error;
        isLocked = true;
      }
    }
    throw busyError;
  }

  function enqueue<T>(work: () => T): Promise<T> {
    const endMs = performance.now() + longestMs;
    const isFirst = !waiting;
    waiting += 1;
    const done = last
      .then(() => retry(work, endMs, isFirst))
      .finally(() => {
        waiting -= 1;
      });
    last = done.catch(() => undefined);
    return done;
  }

  return (work) => {
    if (waiting) return enqueue(work);
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      busyError = error;
      return enqueue(work);
    }
  };
}

/** Waits for half of a time up to all of it, so that processes do not attempt at the same time. */
const pause = (longestMs: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, longestMs * (0.5 + 0.5 * Math.random())));
