/**
 * Judges the state of a report for `<endlink-finish>`.
 *
 * @module
 */
import { isDryRun } from '../endlink/options.ts';
import type { EndlinkEngine } from '../endlink/parts.ts';
import type { EndlinkState, EndlinkStateName } from '../endlink/state.ts';

/** Names of the rows that `<endlink-finish>` shows: a state, or one case of it that has a sentence of its own. */
export type FinishView = EndlinkStateName | 'probablyRecorded' | 'misconfigured';

/** Returns whether the report has ended. */
export const isSettled = ({ state }: EndlinkState): boolean =>
  state === 'accepted' || state === 'confirmed' || state === 'rejected';

/** Returns whether this is a dry run: it may have been switched on after a report had left, or for another token of the tab. */
export function isTestRun(state: EndlinkState, engine: EndlinkEngine | undefined): boolean {
  if (!engine || !isDryRun(engine.options)) return false;
  return !state.attempts || engine.page.dryRunAttempts?.has(engine.token() ?? '') === true;
}
