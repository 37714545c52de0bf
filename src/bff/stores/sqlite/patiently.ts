/** SQLite's code for a file that another process is at. @see https://www.sqlite.org/rescode.html#busy */
const BUSY = 5;

/** How long to wait before the next try, in milliseconds. */
const PAUSE_MS = 10;

/** What stands still while nobody wakes it. */
const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * Does `work` again while another process is at the file: SQLite waits for most things by itself, but not for one that changes how the file is kept. It
 * waits at the cost of everything else in this process.
 *
 * @param longestMs when to give up, in milliseconds, with the time that `work` takes
 * @throws what `work` throws otherwise, and at last
 */
export function patiently(work: () => void, longestMs: number): void {
  const endMs = performance.now() + longestMs;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      const { errcode = 0 } = error as { errcode?: number };
      // The lowest eight bits; the others say more of the same.
      if ((errcode & 0xff) !== BUSY || performance.now() >= endMs) throw error;
    }
    Atomics.wait(never, 0, 0, PAUSE_MS);
  }
}
