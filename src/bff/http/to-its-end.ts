import type { Backend } from '../backend.ts';

/** Work that a browser which goes away does not end, and that the backend waits for before it closes: a code can be exchanged once. */
export async function toItsEnd<T>({ underWay }: Backend, work: () => Promise<T>): Promise<T> {
  const promise = work();
  underWay.add(promise);
  try {
    return await promise;
  } finally {
    underWay.delete(promise);
  }
}
