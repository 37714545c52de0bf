import { sleep } from '../bff/sleep.ts';

/** Resolves like the promise, or to `late` if it has not settled after `timeoutMs`. */
export async function settleWithin<T>(promise: Promise<T>, timeoutMs: number): Promise<T | 'late'> {
  const limit = new AbortController();
  const isLate = sleep(timeoutMs, limit.signal).then(() => 'late' as const);
  try {
    return await Promise.race([promise, isLate]);
  } finally {
    limit.abort();
  }
}
