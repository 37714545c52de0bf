/**
 * Judges the state of a report for `<endlink-finish>`, and explains it.
 *
 * @module
 */
import { isOutcome } from '../../protocol/endlink.ts';
import { isDryRun } from '../endlink/options.ts';
import { explain } from '../endlink/parts.ts';
import type { EndlinkEngine } from '../endlink/parts.ts';
import type { EndlinkState, EndlinkStateName } from '../endlink/state.ts';

/** Names of the rows that `<endlink-finish>` shows: a state, or one case of it that has a sentence of its own. */
export type FinishView = EndlinkStateName | 'probablyRecorded' | 'misconfigured';

/** Milliseconds that a page has to set an outcome and to show the element, before the console says what is missing. */
export const PATIENCE_MS = 1000;

/** Returns whether no outcome is locked yet. */
export const canFinish = (state: EndlinkStateName): boolean =>
  state === 'waiting' || state === 'expired';

/** Returns whether the report has ended. */
export const isSettled = ({ state }: EndlinkState): boolean =>
  state === 'accepted' || state === 'confirmed' || state === 'rejected';

/** Returns whether this is a dry run: it may have been switched on after a report had left, or for another token of the tab. */
export function isTestRun(state: EndlinkState, engine: EndlinkEngine | undefined): boolean {
  if (!engine || !isDryRun(engine.options)) return false;
  return !state.attempts || engine.page.dryRunAttempts?.has(engine.token() ?? '') === true;
}

/** Explains in the console why a token still waits. */
export function explainWaiting(
  engine: EndlinkEngine,
  { state, outcome }: { state: EndlinkStateName; outcome: unknown },
  isShown: boolean,
): void {
  if (!canFinish(state)) return;
  if (!isShown) explain(engine, 'element-hidden');
  if (!outcome) explain(engine, 'outcome-missing');
  else if (!isOutcome(outcome)) explain(engine, 'outcome-unknown', { value: outcome });
}
