import type { Outcome } from '../../../protocol/index.ts';

/** Outcome and form of one of the eight endlink addresses. @see interface §4.4 */
export interface EndlinkCall {
  outcome: Outcome;
  /** `api`: called from the buyer's code. `html`: the seller's browser is sent there. */
  form: 'api' | 'html';
}

/** The query parameter that every call requires. @see interface §4.4 */
export const TOKEN_PARAMETER = 'service_endlink_token';

/** The outcomes, in the order of the interface. @see interface §4.4 */
export const OUTCOMES = [
  'complete',
  'fail',
  'quota_full',
  'screenout',
] as const satisfies readonly Outcome[];

/** The eight endlink calls by path. @see interface §4.4 */
export const ENDLINK_CALLS: ReadonlyMap<string, EndlinkCall> = new Map(
  OUTCOMES.flatMap((outcome): [string, EndlinkCall][] => [
    [`/api/v3/endlinks/${outcome}`, { outcome, form: 'api' }],
    [`/api/v3/endlinks/${outcome}.html`, { outcome, form: 'html' }],
  ]),
);
