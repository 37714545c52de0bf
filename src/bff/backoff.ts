/** How long the pauses between tries are. */
export interface BackoffOptions {
  /** Before the first retry. Each further pause is twice as long. */
  firstMs: number;
  longestMs: number;
  /** The part of each pause that is always waited, from 0 to 1; the rest is random. 1: nothing is random. */
  fixedPart: number;
}

/**
 * Returns how many milliseconds to wait before a retry.
 *
 * @param retry which one it is, from 0
 * @param random from 0 to 1
 */
export type Backoff = (retry: number, random?: () => number) => number;

/**
 * Exponential backoff with jitter: those who failed together must not all come back together.
 *
 * @see https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 */
export function createBackoff({ firstMs, longestMs, fixedPart }: BackoffOptions): Backoff {
  return (retry, random = Math.random) => {
    const pauseMs = Math.min(longestMs, firstMs * 2 ** retry);
    return pauseMs * (fixedPart + (1 - fixedPart) * random());
  };
}
