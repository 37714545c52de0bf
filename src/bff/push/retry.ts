import type { VaultError } from '../../protocol/index.ts';
import { createBackoff } from '../backoff.ts';
import { isUnsent } from '../service/request.ts';

/** What a service answers that will never do better. */
const HOPELESS: ReadonlySet<number> = new Set([501, 505]);

/** What a service answers that has not looked at the request: timed out, too early. */
const NOT_READ: ReadonlySet<number | undefined> = new Set([408, 425]);

/** What is to be done about a failure: nothing, try again after a pause, or make everybody wait. */
export type Remedy = 'none' | 'retry' | 'pause';

/** @param error of a push, or of what comes before it: the store, or the renewal of a token */
export function remedyOf({ code, status }: VaultError): Remedy {
  switch (code) {
    case 'rate_limited':
      return NOT_READ.has(status) ? 'retry' : 'pause';
    case 'service_unreachable':
    case 'store_unavailable':
      return 'retry';
    case 'service_error':
      return isServerError(status) && !HOPELESS.has(status) ? 'retry' : 'none';
    default:
      return 'none';
  }
}

/** Whether the service may have taken a push that ended in this error. A 503 has not: nothing was there to take it. */
export function mayHaveArrived(error: VaultError): boolean {
  const { code, status } = error;
  if (code === 'service_unreachable') return !isUnsent(error) && !NOT_READ.has(status);
  if (code !== 'service_error' || status === undefined) return false;
  return status < 300 || (isServerError(status) && status !== 503 && !HOPELESS.has(status));
}

/** Before a push is sent again, and before the service is asked again that asked to wait without saying for how long. */
export const pauseMsOf = createBackoff({ firstMs: 500, longestMs: 60_000, fixedPart: 0 });

const isServerError = (status: number | undefined): status is number => (status ?? 0) >= 500;
