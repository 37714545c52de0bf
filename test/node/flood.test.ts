import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missedGoals } from '../flood/goals.ts';
import type { FloodResult } from '../flood/run.ts';
import { quantile } from '../flood/user.ts';

const good: FloodResult = {
  before: { entries: 3, bytes: 1e6 },
  after: { entries: 3, bytes: 1e6 },
  peakBytes: 150e6,
  serviceCalls: 480,
  logBytes: 1e6,
  answers: { connect: { 302: 1000 }, junk: { 400: 1000 } },
  quiet: { session: 2, push: 4 },
  flooded: { session: 10, push: 20 },
  failures: [],
  floodSeconds: 60,
};

describe('the goals of a flood', () => {
  it('are met by a store that does not grow and a user who waits five times as long', () => {
    assert.deepEqual(missedGoals(good), []);
  });

  for (const [name, wrong, sentence] of [
    ['a store that grows', { after: { entries: 4, bytes: 1e6 } }, /grown by 1 entries/],
    ['too much memory', { peakBytes: 200e6 }, /200\.0 MB/],
    ['too many calls of the service', { serviceCalls: 481 }, /481 calls reached the service/],
    ['a user who waits longer', { flooded: { session: 11, push: 20 } }, /session is 5\.5 times/],
    ['a user who is refused', { failures: ['push: 429'] }, /push: 429 1 times/],
  ] as const) {
    it(`are missed by ${name}`, () => {
      const missed = missedGoals({ ...good, ...wrong, failures: [...(wrong.failures ?? [])] });
      assert.equal(missed.length, 1);
      assert.match(missed.join(), sentence);
    });
  }
});

describe('quantile', () => {
  it('is the value that the share does not exceed', () => {
    const values = Array.from({ length: 200 }, (_, index) => 200 - index);
    assert.equal(quantile(values, 0.99), 198);
    assert.equal(quantile([7], 0.99), 7);
  });
});
