import type { Outcome } from '../../protocol/index.ts';
import type { ServiceOptions } from '../options.ts';

/** Reports an outcome. */
export type Report = (outcome: Outcome, token: string) => Promise<void>;

/** Reports to `service`. */
export function createReport(service: ServiceOptions): Report {

  throw new Error("Not yet.");
}
