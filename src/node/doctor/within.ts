import { setTimeout as sleep } from 'node:timers/promises';

/** What a promise comes to within a time; `late`: it has come to nothing yet. */
export async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | 'late'> {
  const limit = new AbortController();
  const isLate = sleep(timeoutMs, 'late' as const, { signal: limit.signal });
  // Aborted where the promise was first.
  isLate.catch(() => undefined);
  try {
    return await Promise.race([promise, isLate]);
  } finally {
    limit.abort();
  }
}
