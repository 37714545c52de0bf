import type { Awaitable } from './store.ts';

interface Waiting<Write, Result> {
  write: Write;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

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
      if (!waiting.length) setTimeout(() => void flush(), 0);
      waiting.push({ write, resolve, reject });
    });
}
