/** Lengths of the pauses between retries. */
export interface BackoffOptions {
  /** Pause before the first retry. Each further pause is twice as long. */
  firstMs: number;
  longestMs: number;
  /** Fraction of each pause that is fixed, from 0 to 1. The rest is random jitter. */
  fixedPart: number;
}

/**
 * Returns how many milliseconds to wait before a retry.
 *
 * @param retry index of the retry, from 0
 * @param random returns a number from 0 to 1
 */
export type Backoff = (retry: number, random?: () => number) => number;

/**
 * Creates exponential backoff with jitter, so that callers that failed together do not retry together.
 *
 * @see https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 */
export function createBackoff({ firstMs, longestMs, fixedPart }: BackoffOptions): Backoff {
  return (retry, random = Math.random) => {
    const pauseMs = Math.min(longestMs, firstMs * 2 ** retry);
    return pauseMs * (fixedPart + (1 - fixedPart) * random());
  };
}
