import type { AttackResult } from './stage.ts';

/** How much longer than without the attack an honest user may wait, in the slowest of a hundred calls. */
const MAX_SLOWDOWN = 2;

/**
 * Returns the goals that an attack has made the backend miss, a sentence each.
 *
 * @param isTimed whether the user's waiting time counts
 */
export function missedGoals(
  { gains, failures, quiet, attacked }: AttackResult,
  isTimed: boolean,
): string[] {
  const missed = gains.map((gain) => `The attacker got something: ${gain}`);
  if (failures.length)
    missed.push(`Honest users were not served ${failures.length} times: ${failures[0]}`);
  for (const kind of isTimed ? (['session', 'push'] as const) : []) {
    const slowdown = attacked[kind] / quiet[kind];
    if (!(slowdown <= MAX_SLOWDOWN))
      missed.push(`The p99 of a ${kind} is ${slowdown.toFixed(1)} times the quiet one.`);
  }
  return missed;
}
