import { isVaultError } from '../../protocol/index.ts';

/** Number of requests in a row without an answer after which the service counts as away. */
const REQUESTS_IN_A_ROW = 10;

/** Statuses with which a gateway answers for a service that is away. */
const GATEWAY_STATUSES: readonly (number | undefined)[] = [502, 503, 504];

/**
 * Detects an outage of the service: several requests in a row got no answer. During an outage one request at a time probes the service and all other
 * rows wait, so that this process does not make thousands of requests in vain. Any answer ends the outage, so no single caller can cause it.
 */
export interface ServiceOutage {
  isOn(): boolean;
  /** Notes the end of a request. @param error what it threw; `undefined`: the service has accepted it */
  note(error: unknown): void;
}

/** Creates the detection for one process. At first there is no outage. */
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
