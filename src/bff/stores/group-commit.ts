import type { Awaitable } from './outbox.ts';

interface Waiting<Write, Result> {
  write: Write;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/** Runs a function once the events that are ready have been handled. Only Node has `setImmediate`, whose turn comes sooner than that of a timer. */
const atEndOfTurn: (run: () => void) => unknown =
  (globalThis as { setImmediate?: (run: () => void) => unknown }).setImmediate ??
  ((run) => setTimeout(run, 0));

/**
 * Creates a function that commits what is written in one turn of the event loop together: a commit that waits for the disk costs the same for one write
 * and for a hundred.
 *
 * @param commit writes all or nothing, in order. @returns one result for each write
 */
export function createGroupCommit<Write, Result>(
  commit: (writes: readonly Write[]) => Awaitable<readonly Result[]>,
): (write: Write) => Promise<Result> {
  let waiting: Waiting<Write, Result>[] = [];

  async function flush(): Promise<void> {
    const group = waiting;
    waiting = [];
    try {
      const results = await commit(group.map(({ write }) => write));
      group.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (write) =>
    new Promise((resolve, reject) => {
      if (!waiting.length) atEndOfTurn(() => void flush());
      waiting.push({ write, resolve, reject });
    });
}
