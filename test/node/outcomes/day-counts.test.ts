import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayCountsOf, daysBetween, sumOf } from '../../../src/node/outcomes/day-counts.ts';

const DAY = '2026-05-31';
const NONE = {
  accepted: 0,
  open: 0,
  confirmed: 0,
  rejected: 0,
  probably_recorded: 0,
  undelivered: 0,
  refused: 0,
};

describe('the counts of the days', () => {
  const counts = [
    { day: DAY, outcome: 'fail', end: 'accepted', count: 2 },
    { day: DAY, outcome: 'fail', end: 'undelivered', count: 1 },
    { day: '2026-05-30', outcome: 'complete', end: 'accepted', count: 7 },
    { day: '2026-05-30', outcome: 'complete', end: 'confirmed', count: 7 },
  ] as const;
  const open = [
    { acceptedAtMs: Date.parse(`${DAY}T23:59:59.999Z`), outcome: 'fail' },
    { acceptedAtMs: Date.parse(`${DAY}T00:00:00Z`), outcome: 'complete' },
  ] as const;

  it('have a row for each day and outcome in their order, also for what is only on its way', () => {
    assert.deepEqual(dayCountsOf(counts, open), [
      { ...NONE, day: '2026-05-30', outcome: 'complete', accepted: 7, confirmed: 7 },
      { ...NONE, day: DAY, outcome: 'complete', open: 1 },
      { ...NONE, day: DAY, outcome: 'fail', accepted: 2, open: 1, undelivered: 1 },
    ]);
  });

  it('are summed up to one row', () => {
    const sum = { ...NONE, accepted: 9, open: 2, confirmed: 7, undelivered: 1 };
    assert.deepEqual(sumOf(dayCountsOf(counts, open)), sum);
    assert.deepEqual(sumOf([]), NONE);
  });

  it('name every day between two days, also at the end of a month', () => {
    assert.deepEqual(daysBetween('2026-05-30', '2026-06-01'), [
      '2026-05-30',
      '2026-05-31',
      '2026-06-01',
    ]);
    assert.deepEqual(daysBetween(DAY, DAY), [DAY]);
  });
});
