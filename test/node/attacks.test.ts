import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missedGoals } from '../attacks/goals.ts';
import type { AttackResult } from '../attacks/stage.ts';

const withstood: AttackResult = {
  gains: [],
  failures: [],
  quiet: { session: 2, push: 4 },
  attacked: { session: 4, push: 8 },
};

describe('the goals of an attack', () => {
  it('are met where the attacker got nothing and the user waits twice as long', () => {
    assert.deepEqual(missedGoals(withstood, true), []);
  });

  for (const [name, wrong, sentence] of [
    ['an attacker who got something', { gains: ['The code.'] }, /got something: The code\./],
    ['a user who was not served', { failures: ['push: 429'] }, /not served 1 times: push: 429/],
    ['a user who waits longer', { attacked: { session: 5, push: 8 } }, /session is 2\.5 times/],
    ['a user who made no call', { attacked: { session: NaN, push: 8 } }, /session is NaN times/],
  ] as const)
    it(`are missed by ${name}`, () => {
      const missed = missedGoals({ ...withstood, ...wrong } as AttackResult, true);
      assert.equal(missed.length, 1);
      assert.match(missed.join(), sentence);
    });

  it('leave waiting times out where they are not judged', () => {
    const slow = { ...withstood, attacked: { session: 100, push: 100 } };
    assert.deepEqual(missedGoals(slow, false), []);
  });
});
