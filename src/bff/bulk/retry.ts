import type { VaultError } from '../../protocol/index.ts';
import { isUnsent } from '../service/request.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

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

/**
 * Half a second, twice as long each time, up to a minute; of that a random part, so that those who failed together do not come back together.
 *
 * @param retry which one it is, from 0
 * @param random from 0 to 1
 */
export const pauseMsOf = (retry: number, random: () => number): number =>
  random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retry);

const isServerError = (status: number | undefined): status is number => (status ?? 0) >= 500;
