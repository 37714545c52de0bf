import type { VaultError } from '../../protocol/index.ts';
import { createBackoff } from '../backoff.ts';
import { isUnsent } from '../service/request.ts';

/** Statuses after which a retry cannot succeed. */
const NOT_RETRYABLE: ReadonlySet<number> = new Set([501, 505]);

/** Statuses that mean that the service did not read the request: timeout, too early. */
const NOT_READ: ReadonlySet<number | undefined> = new Set([408, 425]);

/** Reaction to a failure: give up, retry after a pause, or pause all pushes. */
export type Remedy = 'none' | 'retry' | 'pause';

/**
 * Returns how to handle an error.
 *
 * @param error of a push, of the store, or of a token refresh
 */
export function remedyOf({ code, status }: VaultError): Remedy {
  switch (code) {
    case 'rate_limited':
      return NOT_READ.has(status) ? 'retry' : 'pause';
    case 'service_unreachable':
    case 'store_unavailable':
      return 'retry';
    case 'service_error':
      return isServerError(status) && !NOT_RETRYABLE.has(status) ? 'retry' : 'none';
    default:
      return 'none';
  }
}

/** Returns whether the service may have accepted a push that ended in this error. A 503 means that it has not. */
export function mayHaveArrived(error: VaultError): boolean {
  const { code, status } = error;
  if (code === 'service_unreachable') return !isUnsent(error) && !NOT_READ.has(status);
  if (code !== 'service_error' || status === undefined) return false;
  return status < 300 || (isServerError(status) && status !== 503 && !NOT_RETRYABLE.has(status));
}

/** Pause before a push is retried, and before the gate opens again without a Retry-After. */
export const pauseMsOf = createBackoff({ firstMs: 500, longestMs: 60_000, fixedPart: 0 });

const isServerError = (status: number | undefined): status is number => (status ?? 0) >= 500;
