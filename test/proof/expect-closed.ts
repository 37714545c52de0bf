import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { prove } from './prove.ts';
import type { Budget } from './world.ts';

/**
 * Asserts that no reachable world breaks a rule. The exploration has no limit, so it ends only when every one was visited.
 *
 * @param least how many states there are at least, so that nobody narrows the space unseen
 */
export function expectClosed(test: TestContext, budget: Partial<Budget>, least: number): void {
  const { states, transitions, depth, violation } = prove(budget);
  test.diagnostic(`${states} states, ${transitions} transitions, depth ${depth}: closed`);
  assert.equal(violation && [...violation.trace, violation.rule].join('\n'), undefined);
  assert.ok(states >= least, `only ${states} states`);
}
