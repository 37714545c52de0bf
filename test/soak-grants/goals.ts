import type { RunResult } from './run.ts';
import { CALLERS, PROCESSES } from './setup.ts';

/** A token request more or less, where there are faults: each lost answer, and each crash before the save, needs a second one. */
const MAX_REFRESHES = 1.05;

/** So many callers in a hundred may fail beside those of the grants that nothing could save. */
const MAX_FAILED_PERCENT = 0.5;

/** Returns the results of a run in the units of its goals. */
export function figuresOf({ grants, requests, lost, floor, failures, cutOff }: RunResult) {
  const callers = grants * PROCESSES * CALLERS;
  const failed = Array.from(failures.values()).reduce((sum, count) => sum + count, 0);
  return {
    refreshesPerExpiry: requests / grants,
    lost: lost.size,
    floor: floor.size,
    floorPercent: (100 * floor.size) / grants,
    failedPercent: (100 * failed) / callers,
    cutOffPercent: (100 * cutOff) / callers,
  };
}

/** The goals that a run has missed, a sentence each. */
export function missedGoals(result: RunResult): string[] {
  const figures = figuresOf(result);
  const { refreshesPerExpiry, lost, floor, floorPercent, failedPercent } = figures;
  const isCalm = result.faults.every((fault) => fault === null);
  const mostRefreshes = isCalm ? 1 : MAX_REFRESHES;
  const mostFailed = isCalm ? 0 : floorPercent + MAX_FAILED_PERCENT;
  const unhit = result.faults.filter((fault, index) => fault && !result.hit.has(index));

  const checks: [boolean, string][] = [
    [lost <= floor, `${lost} grants are lost, and ${floor} had to be: ${needless(result)}.`],
    [
      failedPercent <= mostFailed,
      `${failedPercent.toFixed(2)} % of the callers failed, more than ${mostFailed.toFixed(2)} %: ${codes(result)}.`,
    ],
    [
      refreshesPerExpiry >= 1 && refreshesPerExpiry <= mostRefreshes,
      `${refreshesPerExpiry.toFixed(3)} refreshes per expiry, and not 1.00 to ${mostRefreshes.toFixed(2)}.`,
    ],
    // A fault that did not happen shows nothing.
    [unhit.length === 0, `${unhit.length} faults did not happen: ${[...new Set(unhit)].join()}.`],
  ];
  return checks.filter(([isMet]) => !isMet).map(([, sentence]) => sentence);
}

const needless = ({ lost, floor, faults }: RunResult) =>
  Array.from(lost)
    .filter(([index]) => !floor.has(index))
    .map(([index, reason]) => `${reason} (${faults[index] ?? 'no fault'})`)
    .join(', ');

const codes = ({ failures }: RunResult) =>
  Array.from(failures, ([code, count]) => `${code} ${count}`).join(', ');
