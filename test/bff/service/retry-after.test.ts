import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryAfterSecondsOf } from '../../../src/bff/service/retry-after.ts';
import { NOON_MS } from '../support/time.ts';

const DATE = { date: 'Sun, 01 Mar 2026 08:00:00 GMT' };
const DAY = 86_400;

describe('Retry-After', () => {
  const cases: [string, Record<string, string>, number | undefined][] = [
    ['seconds', { 'retry-after': '120' }, 120],
    ['zero', { 'retry-after': '0' }, 0],
    ['a date, by our clock', { 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30],
    [
      'a date, by the clock of the service',
      { 'retry-after': 'Sun, 01 Mar 2026 08:00:05 GMT', ...DATE },
      5,
    ],
    [
      'a date with a Date that is none',
      { 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT', date: 'x' },
      30,
    ],
    ['a date in the past', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
    ['an age', { 'retry-after': '99999999999999999999' }, DAY],
    ['a date in another century', { 'retry-after': 'Tue, 01 Jan 2126 00:00:00 GMT' }, DAY],
    ['nothing', {}, undefined],
    ['an empty text', { 'retry-after': '' }, undefined],
    ['garbage', { 'retry-after': 'soon' }, undefined],
    ['garbage that looks like a date', { 'retry-after': 'nonsense GMT' }, undefined],
    ['less than nothing', { 'retry-after': '-5' }, undefined],
    ['a fraction', { 'retry-after': '1.5' }, undefined],
  ];
  for (const [what, headers, seconds] of cases) {
    it(`says ${seconds ?? 'nothing'} for ${what}`, () => {
      assert.equal(retryAfterSecondsOf(headers, NOON_MS), seconds);
    });
  }
});
