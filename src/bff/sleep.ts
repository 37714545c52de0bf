/** Waits for a time, or until `signal` aborts. Never rejects. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Sleeps with the timers of the runtime. */
export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
  });

/** Resolves like the promise, or to `late` if it has not settled after `timeoutMs`. */
export async function settleWithin<T>(promise: Promise<T>, timeoutMs: number): Promise<T | 'late'> {
  const limit = new AbortController();
  const isLate = sleep(timeoutMs, limit.signal).then(() => 'late' as const);
  try {
    return await Promise.race([promise, isLate]);
  } finally {
    // Without a reason, an error with a stack is created, which costs more than all else here.
    limit.abort('settled');
  }
}
