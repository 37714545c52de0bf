import { sleep } from '../bff/grants/sleep.ts';

/** What a promise comes to within a time; `late`: it has come to nothing yet. */
export async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | 'late'> {
  const limit = new AbortController();
  const isLate = sleep(timeoutMs, limit.signal).then(() => 'late' as const);
  try {
    return await Promise.race([promise, isLate]);
  } finally {
    limit.abort();
  }
}
