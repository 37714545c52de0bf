import { isVaultError } from '../../protocol/index.ts';

/** Number of requests in a row without an answer after which the service counts as away. */
const REQUESTS_IN_A_ROW = 10;

/** Statuses with which a gateway answers for a service that is away. */
const GATEWAY_STATUSES: readonly (number | undefined)[] = [502, 503, 504];

/**
 * Tells whether the service is away. Meanwhile one request at a time probes it, and all other rows wait: thousands of them would otherwise wear out this
 * process with requests that nobody answers. No stranger can bring it about, because any answer to anybody ends it.
 */
export interface ServiceOutage {
  isOn(): boolean;
  /** Notes the end of a request. @param error what it threw; `undefined`: the service has accepted it */
  note(error: unknown): void;
}

/** Creates the view of a process on the service, which is there at first. */
export function createServiceOutage(): ServiceOutage {
  let unanswered = 0;
  return {
    isOn: () => unanswered >= REQUESTS_IN_A_ROW,
    note(error) {
      unanswered = isUnanswered(error) ? unanswered + 1 : 0;
    },
  };
}

const isUnanswered = (error: unknown): boolean =>
  isVaultError(error) &&
  error.code === 'outcome_unknown' &&
  (error.status === undefined || GATEWAY_STATUSES.includes(error.status));
