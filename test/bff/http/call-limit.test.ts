import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCallLimit } from '../../../src/bff/http/call-limit.ts';

/** A limit, and a clock that stands still unless it is moved. */
function startLimit(perAddressPerMinute: number, inAllPerMinute: number) {
  const clock = { ms: Date.parse('2026-03-01T12:00:00.000Z') };
  const limit = createCallLimit({ perAddressPerMinute, inAllPerMinute }, () => clock.ms);
  const passes = (address?: string) => {
    try {
      limit.countCall(address);
      return true;
    } catch {
      return false;
    }
  };
  return { clock, passes };
}

describe('a limit of calls', () => {
  it('forgets no address that has to wait, however many others call', () => {
    const { clock, passes } = startLimit(1, 10);
    assert.equal(passes('203.0.113.7'), true);
    for (let second = 0; second < 59; second += 1) {
      for (let index = 0; index < 50; index += 1) passes(`198.51.${second}.${index}`);
      assert.equal(passes('203.0.113.7'), false, `after ${second} seconds`);
      clock.ms += 1000;
    }
  });

  it('takes nothing from what all may do when it refuses one address', () => {
    const { passes } = startLimit(1, 3);
    for (let index = 0; index < 100; index += 1) passes('203.0.113.7');
    assert.deepEqual(['203.0.113.8', '203.0.113.9'].map(passes), [true, true]);
  });

  for (const perMinute of [1, 7, 120, 1200, 1201]) {
    it(`lets exactly ${perMinute} calls pass at once, and then one for each further pace`, () => {
      const { clock, passes } = startLimit(1, perMinute);
      const count = (tries: number) =>
        Array.from({ length: tries }, () => passes()).filter(Boolean);
      assert.equal(count(perMinute + 5).length, perMinute);
      clock.ms += Math.ceil(60_000 / perMinute);
      assert.equal(count(5).length, 1);
    });
  }
});
