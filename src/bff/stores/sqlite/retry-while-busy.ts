/** SQLite's error code for a file that another process has locked. @see https://www.sqlite.org/rescode.html#busy */
const BUSY = 5;

/** Pause between two attempts, in milliseconds. */
const PAUSE_MS = 10;

/** A value that never changes, for `Atomics.wait`. */
const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * Retries `work` while another process has locked the file. SQLite does not wait by itself when the journal mode is changed. Blocks the process while
 * it waits.
 *
 * @param longestMs maximum total time in milliseconds
 * @throws other errors of `work`, and the last error when the time is over
 */
export function retryWhileBusy(work: () => void, longestMs: number): void {
  const endMs = performance.now() + longestMs;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      const { errcode = 0 } = error as { errcode?: number };
      // The lowest eight bits are the primary code. The others are an extended code.
      if ((errcode & 0xff) !== BUSY || performance.now() >= endMs) throw error;
    }
    Atomics.wait(never, 0, 0, PAUSE_MS);
  }
}
